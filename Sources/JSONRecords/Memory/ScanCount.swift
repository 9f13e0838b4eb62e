/// The number of bytes that a task scans in addition to parsing, which debug builds count for tests.
package enum ScanCount {
    @TaskLocal package static var current: Locked<Int>?

    @inline(__always) static func add(_ count: Int) {
        #if DEBUG
            current?.withLock { $0 += count }
        #endif
    }
}
