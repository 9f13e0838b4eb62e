/// The frames of the open arrays and objects, contiguous in memory.
struct FrameStack {
    private var frames = PinnedArray(repeating: Frame(), count: 16)
    /// The index of the innermost frame; 0 if no array or object is open.
    private(set) var last = 0

    /// The innermost frame. Pushing a frame may change the addresses of all frames.
    private(set) var top: Pinned<Frame>

    init() {
        top = frames.pinned(0)
    }

    subscript(index: Int) -> Pinned<Frame> { frames.pinned(index) }

    /// Pushes a frame. The caller must overwrite the state that the frame keeps from its last use.
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

    /// The size of the frames' memory for values and members, in bytes.
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
