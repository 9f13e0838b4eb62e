import Foundation
import StreamImport
import Synchronization
import Testing

/// Identity maps: the keys of instances, threads and errors.
@Suite struct IdentityMapTests {
    @Importable
    final class Person: @unchecked Sendable {
        var id: Int?
        var name = ""
    }

    /// A class that is not `Sendable`.
    @Importable
    final class Place {
        var id = 0
        var name = ""
        init(id: Int) { self.id = id }
    }

    @Importable
    struct Spot {
        var id: Int
        var name = ""
    }

    @Importable
    enum Size: Int { case small = 1 }

    @Importable
    struct Team {
        var lead: Person
        var size: Size
    }

    /// A class whose instances call `onDeinit` when they are deinitialized.
    final class DeinitObserver: Importable, Sendable {
        let id: Int
        private let onDeinit: @Sendable () -> Void

        init(id: Int, onDeinit: @escaping @Sendable () -> Void) {
            self.id = id
            self.onDeinit = onDeinit
        }

        deinit { onDeinit() }

        static let importPlan = ImportPlan(DeinitObserver.self) { fields in
            let id = fields.required("id", Int.self)
            return { draft in DeinitObserver(id: draft[id]) {} }
        }
    }

    @Test func optionalKeyIdentifiesInstancesWithValue() throws {
        let people = IdentityMap(\Person.id)
        var options = ImportOptions()
        options.reuseInstances(in: people)
        let text = #"[{"id":7,"name":"a"},{"name":"b"},{"id":null,"name":"c"},{"id":7,"name":"d"}]"#
        let records = try [Person](json: text, options: options)
        #expect(records[0] === records[3] && records[0].name == "d")
        #expect(records[1].name == "b" && records[2].name == "c")
        #expect(people.count == 1 && people[7] === records[0])
    }

    @Test func keyOfOptionalTypeReportsError() throws {
        let property: KeyPath<Person, Int?> & Sendable = \Person.id
        let people = IdentityMap<Person, Int?>(property)
        var options = ImportOptions()
        options.reuseInstances(in: people)
        let error = expectError(.unknownProperty) { try Person(json: #"{"id":7}"#, options: options) }
        #expect(error?.advice == "pass the property's type, not an optional of it")
    }

    @Test func unknownPropertyOrWrongTypeReportsError() throws {
        let lookups: [(@Sendable (borrowing LookupDraft) throws -> Void, String)] = [
            (
                { _ = try $0["none", as: Int.self] },
                #"unknown property "none" of Place"#
            ),
            (
                { _ = try $0["id", as: String.self] },
                #"expected the type Int for the property "id" of Place, found String"#
            ),
            (
                { _ = try $0[\Place.name.count] },
                "unknown property "
            ),
            (
                { _ = try $0[\Person.name] },
                "unknown property "
            ),
        ]
        for (lookup, message) in lookups {
            var options = ImportOptions()
            options.reuseInstances(of: Place.self) { values in
                try lookup(values)
                return nil
            }
            let error = expectError(.unknownProperty) { try Place(json: #"{"id":7}"#, options: options) }
            #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
        }
    }

    @Test func rejectedRecordKeepsInstanceAddedByOtherImport() throws {
        let people = IdentityMap(\Person.id)
        var options = ImportOptions()
        options.reuseInstances(in: people)
        options.errorPolicy = .skip()
        // The record adds person 7 to the map. Its last member runs another import of person 7, and then rejects the
        // record.
        var outerOptions = options
        let text = #"[{"lead":{"id":7,"name":"a"},"size":1}]"#
        outerOptions.transform(Size.self) { [options] _ in
            try Self.onAnotherThread { _ = try Person(json: #"{"id":7,"name":"b"}"#, options: options) }
            throw CocoaError(.featureUnsupported)
        }
        #expect(try [Team](json: text, options: outerOptions).isEmpty)
        #expect(people[7]?.name == "b")
    }

    @Test func concurrentImportsAddAllValidRecordsToMap() throws {
        let places = IdentityMap(\Spot.id)
        var options = ImportOptions()
        options.reuseInstances(in: places)
        options.errorPolicy = .skip()
        let texts = (0..<2).map { thread in
            let validRecords = (0..<500).map { #"{"id":\#($0 * 2 + thread),"name":"a"}"# }
            // An invalid record follows each valid record.
            return validRecords.map { $0 + #",{"id":0.5}"# }.joined(separator: ",")
        }
        DispatchQueue.concurrentPerform(iterations: 2) { [options] thread in
            let records = try? [Spot](json: "[" + texts[thread] + "]", options: options)
            #expect(records?.count == 500)
        }
        #expect(places.values.map(\.id).sorted() == Array(0..<1_000))
    }

    @Test func replacedInstanceCanUseMapInDeinit() {
        let observers = IdentityMap(\DeinitObserver.id)
        observers.insert(DeinitObserver(id: 7) { #expect(observers.count == 1) })
        observers.insert(DeinitObserver(id: 7) {})
        #expect(observers.count == 1)
    }

    @Test func updateOfKeyAddsInstanceUnderNewKeyAndKeepsOldKey() throws {
        let people = IdentityMap(\Person.id)
        var options = ImportOptions()
        options.reuseInstances(in: people)
        let person = try Person(json: #"{"id":7,"name":"a"}"#, options: options)
        try person.update(from: #"{"id":9}"#, options: options)
        #expect(people[9] === person && people[7] === person)
        #expect(people.remove(7) === person)
        #expect(people.remove(7) == nil)
        #expect(people.values.map(\.id) == [9])
    }

    @Test func nonSendableMapWorksOnItsOwnThread() throws {
        let places = IdentityMap(\Place.id, [Place(id: 7)])
        let existing = places[7]
        try ImportOptions().reusingInstances(in: places) { options in
            let text = #"[{"id":7,"name":"a"},{"id":8}]"#
            try StreamImporter.objects(of: Place.self, from: text, options: options).forEach { _ in }
            _ = try Place(dictionary: ["id": 9], options: options)
            _ = try Place(json: #"{"id":8,"name":"b"}"#, options: options)
        }
        #expect(places[7] === existing && existing?.name == "a")
        #expect(places.values.map(\.id).sorted() == [7, 8, 9] && places[8]?.name == "b")
    }

    @Test func nonSendableMapReportsErrorAfterItsCall() {
        let options = IdentityMap(\Place.id).escapedOptions()
        let records = StreamImporter.objects(of: Place.self, from: #"[{"id":7}]"#, options: options)
        let error = expectError(.instancesInUse) { try records.collect() }
        #expect(
            error?.message
                == "the instances of an IdentityMap were used on another thread, or after reusingInstances returned"
        )
        #expect(
            error?.advice
                == "import inside the reusingInstances call without awaiting, or make the type Sendable")
    }

    @Test func nonSendableMapReportsErrorOnAnotherThread() {
        let places = IdentityMap(\Place.id)
        let error = places.errorOnAnotherThread { options in
            try StreamImporter.objects(of: Place.self, from: #"[{"id":7}]"#, options: options).forEach { _ in
            }
        }
        #expect((error as? ImportError)?.code == .instancesInUse)
        #expect(places.count == 0)
    }
}

extension IdentityMapTests {
    /// Calls a function on another thread, waits until the function returns, and rethrows the error that it threw.
    fileprivate static func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
        let done = DispatchSemaphore(value: 0)
        let thrown = Mutex<(any Error)?>(nil)
        Thread {
            do { try body() } catch { thrown.withLock { $0 = error } }
            done.signal()
        }.start()
        done.wait()
        if let error = thrown.withLock({ $0 }) { throw error }
    }
}

extension IdentityMap where ID: SendableMetatype {
    /// Returns the options of a `reusingInstances` call. They are invalid after the call.
    fileprivate func escapedOptions() -> ImportOptions { ImportOptions().reusingInstances(in: self) { $0 } }

    /// Returns the error of an import that runs on another thread while this thread waits.
    fileprivate func errorOnAnotherThread(_ body: @escaping @Sendable (ImportOptions) throws -> Void) -> (
        any Error
    )? {
        ImportOptions().reusingInstances(in: self) { options in
            let done = DispatchSemaphore(value: 0)
            Thread {
                do { try body(options) } catch { ThreadErrors.latest.withLock { $0 = error } }
                done.signal()
            }.start()
            done.wait()
            return ThreadErrors.latest.withLock { $0 }
        }
    }
}

/// The latest error that an import of `errorOnAnotherThread` threw.
private enum ThreadErrors {
    static let latest = Mutex<(any Error)?>(nil)
}
