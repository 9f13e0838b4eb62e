/// The frames of the arrays and objects that are open, one behind the other in memory.
struct FrameStack {
    private var frames = PinnedArray(repeating: Frame(), count: 16)
    /// The index of the innermost frame.
    private(set) var last = 0

    /// The innermost frame. Its address changes when a frame is pushed.
    private(set) var top: Pinned<Frame>

    init() {
        top = frames.pinned(0)
    }

    subscript(index: Int) -> Pinned<Frame> { frames.pinned(index) }

    /// Opens a frame in front of the others. What the last frame at this depth left in it must be overwritten.
    mutating func push() {
        if last + 1 == frames.count { grow() }
        last += 1
        top = frames.pinned(last)
    }

    mutating func pop() {
        last -= 1
        top = frames.pinned(last)
    }

    private mutating func grow() {
        let larger = PinnedArray(repeating: Frame(), count: frames.count * 2)
        for index in frames.indices { larger[index] = frames[index] }
        frames.free()
        frames = larger
    }

    /// How much memory the frames have for values, in bytes.
    var bytes: Int {
        frames.indices.reduce(0) { $0 + frames[$1].memory.size + frames[$1].members.bytes }
    }

    func free() {
        for index in frames.indices {
            frames[index].memory.free()
            frames[index].members.free()
        }
        frames.free()
    }
}
