import Testing

/// The expansion of a subclass of a `Codable` class, and of the arguments of the attribute.
@Suite struct CodingExpansionTests {
    @Test(arguments: ["Animal", "Animal, ImportOrdering", "Animal, Sendable, ImportUniquing"])
    func codableSubclassEncodesAndDecodesItsFields(inheritedTypes: String) {
        expectExpansion(
            of: """
                @Importable(ignoring: [Self.trace], dates: ["born": .iso8601])
                public final class Dog: \(inheritedTypes) {
                    var breed: String?
                    @Ignored var isSelected = false
                    static nonisolated let trace = "trace"
                }
                """,
            is: #"""
                public final class Dog: \#(inheritedTypes) {
                    var breed: String?
                    @Ignored var isSelected = false
                    static nonisolated let trace = "trace"

                    public nonisolated override class var importPlan: StreamImport.ImportPlan {
                        ImportedFields.plan
                    }

                    private nonisolated struct ImportedFields: Sendable {
                        let inherited: Animal.ImportedFields
                        let breed: StreamImport.OptionalField<String>

                        init(_ fields: inout StreamImport.ImportFields) {
                            self.inherited = Animal.ImportedFields(&fields)
                            self.breed = fields.optional("breed")
                            fields.ignore("isSelected")
                            fields.adjust(ignoring: [Dog.trace], dates: ["born": .iso8601])
                        }

                        fileprivate static let plan = StreamImport.ImportPlan(Dog.self) { fields in
                            let fields = ImportedFields(&fields)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Dog(draft, fields)
                                },
                                update: { draft, old in
                                    try old.update(draft, fields)
                                    return old
                                },
                                decompose: { model, values in
                                    model.decompose(fields, to: &values)
                                },
                                properties: {
                                    var properties = Dog.properties(fields.inherited, of: Dog.self)
                                    properties[\.breed] = "breed"
                                    return properties
                                })
                        }
                    }

                    private nonisolated init(_ draft: borrowing StreamImport.ImportDraft, _ fields: ImportedFields) {
                        self.breed = draft[fields.breed]
                        super.init(draft, fields.inherited)
                    }

                    private nonisolated func update(_ draft: borrowing StreamImport.UpdateDraft, _ fields: ImportedFields) throws {
                        try super.update(draft, fields.inherited)
                        if draft.has(fields.breed) {
                            self.breed = draft.updated(self.breed, fields.breed)
                        }
                    }

                    private nonisolated func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter) {
                        super.decompose(fields.inherited, to: &values)
                        values.add(self.breed, fields.breed)
                    }

                    public required convenience init(importing source: StreamImport.ImportSource) throws(StreamImport.ImportError) {
                        try self.init(instanceOf: source)
                    }

                    private nonisolated enum ImportedCodingKeys: String, CodingKey {
                        case breed
                    }

                    public required init(from decoder: any Decoder) throws {
                        let values = try decoder.container(keyedBy: ImportedCodingKeys.self)
                        self.breed = try values.decodeIfPresent(String.self, forKey: .breed)
                        try super.init(from: decoder)
                    }

                    public override func encode(to encoder: any Encoder) throws {
                        try super.encode(to: encoder)
                        var values = encoder.container(keyedBy: ImportedCodingKeys.self)
                        try values.encodeIfPresent(self.breed, forKey: .breed)
                    }
                }
                """#,
            inherited: ["Importable", "Decodable", "Encodable"])
    }
}
