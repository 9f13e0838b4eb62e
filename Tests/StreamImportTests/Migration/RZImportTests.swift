import Foundation
import StreamImport
import Testing

/// The behavior of RZImport, which the preset `rzImport` reproduces.
@Suite struct RZImportTests {
    // MARK: - Names

    @Test(arguments: ["firstName", "FirstName", "first_name", "FiRst_NAme", "first-name", "First Name"])
    func keySpellingVariantsMatchProperty(key: String) async throws {
        let outcome = try await importWithPreset(#"{"\#(key)":"Bob"}"#, to: Person.self, .rzImport)
        #expect(outcome.records == [Person(firstName: "Bob")])
    }

    @Test func flatObjectBecomesModel() async throws {
        let object = #"{"id":100,"first_name":"Bob","last_name":"Smith"}"#
        let outcome = try await importWithPreset(object, to: Person.self, .rzImport)
        #expect(outcome.records == [Person(id: 100, firstName: "Bob", lastName: "Smith")])
    }

    @Test(arguments: [
        (#"{"id":5,"zip":"1"}"#, 5, "1"), (#"{"object_id":5,"ZipCode":"1"}"#, 5, "1"),
        (#"{"id":5,"objectID":6,"zip":"1","zipCode":"2"}"#, 5, "1"),
        (#"{"objectID":6,"id":5,"zipCode":"2","zip":"1"}"#, 5, "1"),
    ])
    func explicitKeyTakesPrecedenceOverInferredKey(object: String, id: Int, zip: String) async throws {
        let outcome = try await importWithPreset(object, to: Place.self, .rzImport)
        #expect(outcome.records == [Place(objectID: id, zipCode: zip)])
    }

    @Test func explicitKeyIsMatchedExactly() async throws {
        let outcome = try await importWithPreset(#"{"ID":5,"Zip":"1"}"#, to: Place.self, .rzImport)
        #expect(outcome.records == [Place()])
    }

    @Test(
        arguments: [
            (#"{"city":{"name":"Ulm"}}"#, "Ulm", true), (#"{"city.name":"Ulm"}"#, "Ulm", false),
            (#"{"city":{"NAME":"Ulm"}}"#, nil, true),
        ] as [(String, String?, Bool)])
    func pathThroughPropertyIsRead(object: String, name: String?, hasCity: Bool)
        async throws
    {
        let outcome = try await importWithPreset(object, to: Place.self, .rzImport)
        #expect(outcome.records == [Place(cityName: name, city: hasCity ? .init() : nil)])
    }

    @Test func mappingTakesPrecedenceAtEveryOccurrenceOfType() async throws {
        var options = ImportOptions.rzImport
        options.map("meta.code", to: "zipCode", of: Place.self)
        let object = #"{"meta":{"code":"1"},"zip":"2","inner":[{"meta":{"code":"3"}},{"zip":"4"}]}"#
        let outcome = try await importWithPreset(object, to: Place.self, options)
        #expect(outcome.records == [Place(zipCode: "1", inner: [Place(zipCode: "3"), Place(zipCode: "4")])])
    }

    @Test func ignoredKeySkipsItsSubtree() async throws {
        for (key, place) in [
            ("city", Place(objectID: 1)), ("city.name", Place(objectID: 1, city: .init(country: "de"))),
        ] {
            var options = ImportOptions.rzImport
            options.ignore(key)
            let object = #"{"city":{"name":"Ulm","country":"de"},"id":1}"#
            let outcome = try await importWithPreset(object, to: Place.self, options)
            #expect(outcome.records == [place])
        }
    }

    @Test func unknownKeyIsReportedOncePerType() async throws {
        let object = #"{"a":1,"b":{"c":2},"job":{"a":3},"past_jobs":[{"a":4}]}"#
        let outcome = try await importWithPreset(object, to: Person.self, .rzImport)
        #expect(
            outcome.summary?.unknownKeys.map { "\($0.type).\($0.key)" }.sorted()
                == ["Job.a", "Person.a", "Person.b"])
    }

    @Test func unknownKeyBelowPathIsReported() async throws {
        var options = ImportOptions.rzImport
        options.map("home.nick", to: "firstName", of: Person.self)
        let object = #"{"home":{"nick":"Bob","street":{"a":1}},"id":1}"#
        let outcome = try await importWithPreset(object, to: Person.self, options)
        #expect(outcome.records == [Person(id: 1, firstName: "Bob")])
        #expect(
            outcome.summary?.unknownKeys.map { "\($0.type).\($0.key)" } == ["Person.home.street"])
    }

    @Test func nonArrayValueKeepsArrayProperty() throws {
        let old = Person(id: 1, pastJobs: [Job(jobTitle: "a")])
        #expect(
            try updated(old, by: #"{"pastJobs":{"jobTitle":"b"},"id":"007"}"#, .rzImport)
                == Person(
                    id: 7, pastJobs: [Job(jobTitle: "a")]))
        #expect(try updated(old, by: #"{"pastJobs":"x"}"#, .rzImport) == old)
    }

    // MARK: - Objects

    @Test func responseIsReadAsObjectOrArray() throws {
        for text in [#"{"id":1}"#, #"[{"id":1},{"id":2},{"id":3}]"#] {
            let people = try StreamImporter.objects(
                of: Person.self, from: Data(text.utf8), options: .rzImport
            ).collect()
            #expect(people.map(\.id) == (text.hasPrefix("[") ? [1, 2, 3] : [1]))
        }
    }

    @Test func nonObjectRecordFollowsErrorPolicy() throws {
        var options = ImportOptions.rzImport
        let people = { StreamImporter.objects(of: Person.self, from: #"[{"id":1},7,{"id":2}]"#, options: $0) }
        let error = #expect(throws: ImportError.self) { try people(options).collect() }
        #expect(error?.message == "expected an object, found 7")
        options.errorPolicy = .skip()
        #expect(try people(options).collect().map(\.id) == [1, 2])
    }

    @Test func nestedObjectsBecomeModels() async throws {
        let job = #"{"jobTitle":"Software Developer","companyName":"Raizlabs"}"#
        let object = #"{"firstName":"John","job":\#(job),"pastJobs":[\#(job),{}]}"#
        let outcome = try await importWithPreset(object, to: Person.self, .rzImport)
        let expected = Job(jobTitle: "Software Developer", companyName: "Raizlabs")
        #expect(outcome.records == [Person(firstName: "John", job: expected, pastJobs: [expected, Job()])])
    }

    @Test func subclassReadsInheritedProperties() throws {
        let dog = try Dog(dictionary: ["NAME": "Rex", "breed": "Collie"], options: .rzImport)
        #expect(dog.name == "Rex" && dog.breed == "Collie")
    }

    // MARK: - Updates

    @Test(arguments: [
        (#"{}"#, Person(id: 1, firstName: "Bob", job: Job(jobTitle: "a", companyName: "b"))),
        (
            #"{"last_name":"Smith","job":{"jobTitle":"c"}}"#,
            Person(id: 1, firstName: "Bob", lastName: "Smith", job: Job(jobTitle: "c"))
        ),
        (#"{"first_name":null,"job":null,"pastJobs":null}"#, Person(id: 1)),
        (
            #"{"id":"x","job":7,"first_name":"Ann"}"#,
            Person(id: 1, firstName: "Ann", job: Job(jobTitle: "a", companyName: "b"))
        ),
    ])
    func updateSkipsMissingAndMismatchedMembers(object: String, person: Person) throws {
        let old = Person(id: 1, firstName: "Bob", job: Job(jobTitle: "a", companyName: "b"))
        #expect(try updated(old, by: object, .rzImport) == person)
    }

    @Test func objectIsUpdatedInPlace() throws {
        let dog = try Dog(dictionary: ["name": "Rex", "breed": "Collie"])
        try dog.update(from: ["name": "Max"], options: .rzImport)
        try dog.update(from: #"{"BREED":null}"#, options: .rzImport)
        #expect(dog.name == "Max" && dog.breed == nil)
    }

    @Test func observerRunsForMemberWithUnchangedValue() throws {
        let dog = try Dog(dictionary: ["name": "Rex"])
        let changesOfInitialImport = dog.changes
        try dog.update(from: ["breed": "Collie"], options: .rzImport)
        #expect(dog.changes == changesOfInitialImport)
        try dog.update(from: ["name": "Rex"], options: .rzImport)
        #expect(dog.changes == changesOfInitialImport + 1)
    }

    // MARK: - Hooks

    @Test(arguments: [
        (#"{"zip":"02134"}"#, Customer(zip: "02134")), (#"{"zip":"021x4"}"#, Customer()),
        (#"{"zip":2134}"#, Customer()), (#"{"zip":null}"#, Customer()), (#"{"ZIP":"x"}"#, Customer(zip: "x")),
        (#"{"address":{"STREET":"Main St"}}"#, Customer(address: .init(street: "Main St"))),
        (#"{"address":"Main St"}"#, Customer()),
        (#"{"friends":[{"zip":"x"},{"zip":"1"}]}"#, Customer(friends: [Customer(), Customer(zip: "1")])),
        (
            #"{"friends":{"zip":"1","friends":{"zip":"2"}}}"#,
            Customer(friends: [Customer(zip: "1", friends: [Customer(zip: "2")])])
        ),
    ])
    func modelInterceptsItsMembers(object: String, customer: Customer) async throws {
        let outcome = try await importWithPreset(object, to: Customer.self, .rzImport)
        #expect(outcome.records == [customer])
    }

    @Test func ignoredMemberIsNotIntercepted() async throws {
        var options = ImportOptions.rzImport
        options.ignore("address")
        let outcome = try await importWithPreset(#"{"address":{"street":"a"}}"#, to: Customer.self, options)
        #expect(outcome.records == [Customer()])
    }

    @Test func existingInstanceIsUpdatedAndReturned() throws {
        let existingContact = try #require(Contact.known[100])
        let contacts = try [Contact](
            dictionaries: [["id": 7, "name": "a"], ["ID": 100, "NAME": "b", "boss": ["id": 100]]],
            options: .rzImport)
        #expect(contacts[1] === existingContact && existingContact.name == "b")
        #expect(existingContact.boss === existingContact)
        #expect(contacts[0].id == 7)
        existingContact.boss = nil
    }

    @Test func insertedInstanceIsReusedByLaterImports() throws {
        for contact in try [Contact](dictionaries: [["id": 101, "name": "Ann"]], options: .rzImport) {
            Contact.known.insert(contact)
        }
        let contact = try Contact(dictionary: ["id": 101, "name": "Anne"], options: .rzImport)
        #expect(contact === Contact.known[101] && contact.name == "Anne")
    }

    @Test func updateDoesNotLookUpExistingInstance() throws {
        let contact = Contact(id: 100, name: "a")
        try contact.update(from: ["id": 100, "name": "c"], options: .rzImport)
        #expect(contact.name == "c")
    }

    @Test func updateOfConstantPropertyIsAnError() throws {
        let contact = Contact(id: 7, name: "a")
        let error = #expect(throws: ImportError.self) {
            try contact.update(from: ["id": 8, "name": "b"], options: .rzImport)
        }
        #expect(error?.code == .constantProperty)
        #expect(contact.name == "a")
    }

    @Test func hookSuppliesInstanceOfType() throws {
        let record = try Record(dictionary: ["title": "a"], options: .rzImport)
        #expect(record.context == "main" && record.title == "a")
    }
}
