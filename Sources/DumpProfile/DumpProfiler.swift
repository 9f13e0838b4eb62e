import StreamImport

/// Receives records, and remembers what is at each of their key paths, in memory bounded by ``ProfileLimits``.
@safe
package final class DumpProfiler: RecordReceiver {
    private let tree: UnsafeMutablePointer<ProfileTree>
    private var records = 0

    package init(limits: ProfileLimits = ProfileLimits()) {
        // SAFETY: freed when this object is.
        unsafe tree = .allocate(capacity: 1)
        unsafe tree.initialize(to: ProfileTree(limits: limits))
    }

    deinit {
        unsafe tree.pointee.free()
        unsafe tree.deinitialize(count: 1)
        unsafe tree.deallocate()
    }

    /// What is known so far.
    package var profile: Profile {
        unsafe Profile(records: records, omittedKeys: tree.pointee.omittedKeys, root: tree.pointee.snapshot)
    }

    package var context: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(tree) }
    package var takesObjectsOnly: Bool { false }
    package var place: [JSONPath.Component] { unsafe tree.pointee.place }

    package func faultOfRecord() -> ImportError? { nil }

    package func recordReceived(number: Int, range: Range<Int>, text: () -> String?) {
        records += 1
    }

    package func recordDropped() {
        unsafe tree.pointee.drop()
    }

    // SAFETY: the context is the tree of a receiver that outlives the import; the bytes are valid during the call.
    package let handlers = unsafe RecordHandlers(
        null: { unsafe tree($0).pointee.insertNull() },
        bool: { unsafe tree($0).pointee.insert($1) },
        number: { unsafe tree($0).pointee.insert(number: Span(_unsafeStart: $1, count: $2)) },
        string: { unsafe tree($0).pointee.insert(string: Span(_unsafeStart: $1, count: $2)) },
        objectStart: { unsafe tree($0).pointee.startObject().rawValue },
        key: { unsafe tree($0).pointee.key($1, $2).rawValue },
        objectEnd: { unsafe tree($0).pointee.end() },
        arrayStart: { unsafe tree($0).pointee.startArray().rawValue },
        arrayEnd: { unsafe tree($0).pointee.end() },
        json: { _, _, _ in })

    @inline(__always)
    private static func tree(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ProfileTree> {
        unsafe context.assumingMemoryBound(to: ProfileTree.self)
    }
}

extension ProfileTree {
    fileprivate func insertNull() { nodes[arrival()].values.counts.nulls += 1 }

    fileprivate func insert(_ bool: Bool) { nodes[arrival()].values.insert(bool) }

    fileprivate func insert(number text: Span<UInt8>) { nodes[arrival()].values.insert(number: text) }

    fileprivate func insert(string text: Span<UInt8>) { nodes[arrival()].values.insert(string: text) }

    /// Where the value is that comes next.
    fileprivate var place: [JSONPath.Component] {
        (0..<depth).compactMap { index in
            let frame = self[frame: index]
            if frame.isArray { return .index(max(frame.count - 1, 0)) }
            return frame.last < 0 ? nil : .key(nodes[frame.last].key.text)
        }
    }
}
