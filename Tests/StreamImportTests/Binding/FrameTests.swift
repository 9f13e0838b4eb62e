import Testing

@testable import StreamImport

/// The frames of open arrays and objects.
@Suite struct FrameTests {
    @Test func referenceToClosedFrameTraps() async {
        await #expect(processExitsWith: .failure) {
            var frames = FrameStack()
            frames.push()
            let frame = frames.top
            frames.pop()
            frame.value.count = 1
        }
    }

    @Test func referenceToMovedFrameTraps() async {
        await #expect(processExitsWith: .failure) {
            var frames = FrameStack()
            let frame = frames.top
            for _ in 0..<100 { frames.push() }
            frame.value.count = 1
        }
    }

    @Test func referenceToOpenFrameIsValid() {
        var frames = FrameStack()
        frames.push()
        let frame = frames.top
        frame.value.count = 1
        frames.push()
        frames.pop()
        #expect(frame.value.count == 1 && frames.top.value.count == 1)
        frames.free()
    }
}
