/// A value that stands around the records of a path, and belongs to each of them.
package enum EnclosingValue: Hashable, Sendable {
    /// The key of the member, or the index of the element, at a wildcard of the path. The wildcards are counted from 0.
    case key(wildcard: Int)
    /// A member of an object around the records, by its path from that object. Of several objects that have the member, the
    /// innermost counts.
    case member(JSONPath)
}

extension RecordPath {
    /// A way to a value that may be an enclosing value: from the root, through the objects around the records.
    struct Route {
        /// The number of the enclosing value.
        let value: Int
        let components: [JSONPath.Component]
        /// The number of components that the route and the path have in common. The container after these components holds the
        /// value, for the records in the same container.
        let level: Int
    }

    /// The routes to the enclosing values, for each value from the outermost object to the innermost.
    var routes: [Route] {
        enclosing.enumerated().flatMap { number, value -> [Route] in
            guard case .member(let member) = value else { return [] }
            return path.components.indices.compactMap { depth in
                let components = path.components.prefix(depth) + member.components
                guard !leads(to: components) else { return nil }
                let level = zip(components, path.components).prefix { $0 == $1 }.count
                // A wildcard would lead to several values.
                guard !components.dropFirst(level).contains(.wildcard) else { return nil }
                return Route(value: number, components: Array(components), level: level)
            }
        }
    }

    /// Returns whether the path leads through a value, or the value is a record or in one.
    private func leads(to components: some Collection<JSONPath.Component>) -> Bool {
        zip(components, path.components).allSatisfy { $0 == $1 || $1 == .wildcard }
    }

    /// Checks that each enclosing value exists around the records.
    func validateEnclosing() throws(ImportError) {
        let found = Set(routes.map(\.value))
        for (number, value) in enclosing.enumerated() {
            switch value {
            case .key(let wildcard):
                guard wildcards.indices.contains(wildcard) else {
                    throw ImportError(
                        .invalidPath,
                        "expected \(wildcard + 1) wildcards in the path \(path) for the keys around the records",
                        advice: "write the path with an asterisk for each key, such as users.*")
                }
            case .member(let member):
                try member.validate()
                guard found.contains(number) else {
                    throw ImportError(
                        .invalidPath,
                        "expected one member of an object around the records at \(path), found \(member.argument)",
                        advice: "name a member beside the records or around them, and the path of the records"
                    )
                }
            }
        }
    }
}

/// An enclosing value that stands after records.
package struct FollowingValue {
    /// The number of the value in ``RecordPath/enclosing``.
    package let number: Int
    /// The numbers of the records that the value belongs to, up to `Int.max` for all records after the first one.
    package let records: Range<Int>
    /// Whether the records have the value of an outer object until now, which this one replaces. Otherwise, only records
    /// without a value get it.
    package let replacesOuterValue: Bool
}

/// The enclosing values that were read, as JSON text, for the records that follow.
struct EnclosingTexts {
    /// What was read on a route.
    private struct State {
        var text: [UInt8]?
        /// The numbers of the records, in the container that holds the value, for which neither this value nor one of an inner
        /// object was known. The records between two ranges have null in an inner object. The last range ends with `Int.max` if
        /// it has the next record.
        private(set) var records: [Range<Int>] = []
        /// Whether an inner object in the container has had a value.
        var hasInnerValue = false

        /// The maximum number of ranges. A value that belongs to more is an error.
        static let maximumRangeCount = 100

        mutating func addRecords(from number: Int) {
            guard records.last?.upperBound != .max, records.count <= Self.maximumRangeCount else { return }
            records.append(number..<Int.max)
        }

        mutating func removeRecords(from number: Int) {
            records = records.map { $0.clamped(to: 0..<number) }.filter { !$0.isEmpty }
        }
    }

    /// The routes, each with the number of its path.
    let routes: [(path: Int, route: RecordPath.Route)]
    private var states: [State]

    init(_ routes: [(path: Int, route: RecordPath.Route)]) {
        self.routes = routes
        states = Array(repeating: State(), count: routes.count)
    }

    /// Returns the innermost text of a value.
    func text(of value: Int, path: Int) -> [UInt8]? {
        innermost(of: value, path: path).flatMap { states[$0].text }
    }

    /// Returns the route of the innermost text of a value.
    private func innermost(of value: Int, path: Int) -> Int? {
        routes.indices.last { isRoute($0, to: value, path: path) && states[$0].text != nil }
    }

    private func isRoute(_ number: Int, to value: Int, path: Int) -> Bool {
        routes[number].route.value == value && routes[number].path == path
    }

    /// Sets the text of a route.
    ///
    /// - Returns: the value as one that follows records, for each range of them. Of a duplicate key, only the first value is one.
    /// - Throws: ``ImportError/Code/pathNotFound`` if it is not known which of these records have the value of an inner object.
    mutating func set(_ text: [UInt8], route number: Int) throws(ImportError) -> [FollowingValue] {
        let (path, route) = routes[number]
        let isFirst = states[number].text == nil
        let hasOuterValue = innermost(of: route.value, path: path).map { $0 < number } ?? false
        states[number].text = text
        for outer in 0..<number where isRoute(outer, to: route.value, path: path) {
            states[outer].hasInnerValue = true
            // The records that lack the outer value have the inner one now, even if it is null.
            guard let first = states[number].records.first?.lowerBound else { continue }
            let isNull = text.elementsEqual("null".utf8)
            let last = states[outer].records.last?.lowerBound ?? 0
            if isNull || last >= first { states[outer].removeRecords(from: first) }
        }
        let (records, hasInnerValue) = (states[number].records, states[number].hasInnerValue)
        guard isFirst, !records.isEmpty else { return [] }
        guard !hasOuterValue || !hasInnerValue, records.count <= State.maximumRangeCount else {
            throw .memberAfterRecords(JSONPath(route.components))
        }
        return records.map {
            FollowingValue(number: route.value, records: $0, replacesOuterValue: hasOuterValue)
        }
    }

    /// The numbers of the first records to which values may belong that have not been found, and of those after the last ones.
    var openRecords: Set<Int> {
        let ranges = states.filter { $0.text == nil }.flatMap(\.records)
        return Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).subtracting([.max])
    }

    /// Notes that records of a path begin.
    mutating func recordsBegin(path: Int, number: Int) {
        for route in routes.indices where routes[route].path == path {
            let known = innermost(of: routes[route].route.value, path: path) ?? -1
            if known < route {
                states[route].addRecords(from: number)
            } else if known > route, states[known].text?.elementsEqual("null".utf8) == true {
                states[route].removeRecords(from: number)
            }
        }
    }

    /// Forgets the values in containers that have been closed.
    ///
    /// - Parameter level: the number of containers that are open.
    mutating func close(to level: Int) {
        for route in routes.indices where routes[route].route.level >= level { states[route] = State() }
    }
}

/// The enclosing values of the records.
extension RecordReader {
    /// Calls `body` with the number of each enclosing value of the current record, and its JSON text; `nil` for a member that
    /// has not been found.
    package func forEachEnclosingValue(_ body: (Int, Span<UInt8>?) -> Void) {
        let path = paths.paths[pathTotals.current]
        for (number, value) in path.enclosing.enumerated() {
            switch value {
            case .key(let wildcard):
                body(number, envelope.keyText(at: path.wildcards[wildcard]).span)
            case .member:
                let text = envelope.enclosing.text(of: number, path: pathTotals.current)
                body(number, text?.span)
            }
        }
    }

    /// Returns the JSON text of a member around the current record; `nil` if it has not been found.
    package func enclosingText(of member: JSONPath) -> [UInt8]? {
        let path = pathTotals.current
        return paths.paths[path].enclosing.firstIndex(of: .member(member)).flatMap {
            envelope.enclosing.text(of: $0, path: path)
        }
    }

    /// The numbers of the first records to which enclosing values may belong that have not been found, and of those after the
    /// last ones.
    package var openRecords: Set<Int> { envelope.enclosing.openRecords }

    func takeEnclosingScalar() -> Int32 {
        withText(tokenStart..<context.value.cursor.tokenEnd) { takeEnclosing([UInt8](copying: $0)) }
    }

    /// Receives the text of an enclosing value. Returns 0 to stop the parser, else 1.
    func takeEnclosing(_ text: [UInt8]) -> Int32 {
        guard options.unpairedSurrogates != .rejectRecord || !StringSpelling(text.span).hasUnpairedSurrogate
        else {
            return stop(.unpairedSurrogate())
        }
        let text = options.jsonOfEnclosing(text)
        for number in envelope.enclosingRoutes {
            let (path, route) = envelope.enclosing.routes[number]
            do {
                let next = pathTotals.nextNumber(ofPath: path, with: total)
                for value in try envelope.enclosing.set(text, route: number)
                where next > value.records.lowerBound {
                    guard try !consumer.enclosingValueFollows(value, text.span) else { continue }
                    throw ImportError.memberAfterRecords(JSONPath(route.components))
                }
            } catch let error as ImportError {
                return stop(error.with(location: currentLocation()))
            } catch {
                stopError = RethrownError(error: error)
                return 0
            }
        }
        envelope.valueEnds()
        return 1
    }
}

extension ReadOptions {
    /// Returns the JSON of an enclosing value, whose text may be nearly JSON, or in the notation of the records.
    fileprivate func jsonOfEnclosing(_ text: [UInt8]) -> [UInt8] {
        let json = relaxedJSON?.json(text.span) ?? text
        guard case .wrapped? = dialect, var translation = dialect?.makeTranslation() else { return json }
        // The value becomes the only member of a record. One that is not wrapped stays as it is.
        let (start, end) = (Array(#"{"v":"#.utf8), UInt8(ascii: "}"))
        var record: [UInt8] = []
        guard case .record? = try? translation.append((start + json + [end]).span, to: &record),
            record.starts(with: start), record.last == end
        else { return json }
        return Array(record[start.count..<record.count - 1])
    }
}

extension ImportError {
    fileprivate static func memberAfterRecords(_ path: JSONPath) -> ImportError {
        ImportError(
            .pathNotFound, "expected \(path) before its records, found it after them",
            advice: "read the member in another pass; stream-import import stores it", path: path)
    }
}
