/// The frames of the arrays and objects that are open, one behind the other in memory.
struct FrameStack {
    private var frames = Pinned(repeating: Frame(), count: 16)
    private var capacity = 16
    /// The index of the innermost frame.
    private(set) var last = 0

    /// The innermost frame. Its address changes when a frame is pushed.
    private(set) var top: Pinned<Frame>

    init() {
        top = frames
    }

    subscript(index: Int) -> Pinned<Frame> { frames + index }

    /// Opens a frame in front of the others. What the last frame at this depth left in it must be overwritten.
    mutating func push() {
        if last + 1 == capacity { grow() }
        last += 1
        top = frames + last
    }

    mutating func pop() {
        last -= 1
        top = frames + last
    }

    private mutating func grow() {
        let larger = Pinned(repeating: Frame(), count: capacity * 2)
        for index in 0..<capacity { larger[index] = frames[index] }
        frames.free(count: capacity)
        frames = larger
        capacity *= 2
    }

    /// How much memory the frames have for values, in bytes.
    var bytes: Int {
        (0..<capacity).reduce(0) { $0 + frames[$1].memory.size + frames[$1].entries.bytes }
    }

    func free() {
        for index in 0..<capacity {
            frames[index].memory.free()
            frames[index].entries.free()
        }
        frames.free(count: capacity)
    }
}
