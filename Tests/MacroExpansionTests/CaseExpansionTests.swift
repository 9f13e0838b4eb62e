import Testing

/// The expansion of enums with a discriminator, and of classes with subclasses.
@Suite struct CaseExpansionTests {
    @Test func casesOfEnumAreListed() {
        expectExpansion(
            of: """
                @Importable(discriminator: "type")
                enum Event {
                    @Key("PushEvent") case push(Push)
                    case star(count: Int, by: String?)
                    case ping
                    case unknown(JSONValue)
                }
                """,
            is: #"""
                enum Event {
                    @Key("PushEvent") case push(Push)
                    case star(count: Int, by: String?)
                    case ping
                    case unknown(JSONValue)

                    nonisolated static let importPlan = { () -> StreamImport.ImportPlan in
                        var cases: [StreamImport.ImportCase<Event>] = []
                        #sourceLocation(file: "test.swift", line: 3)
                        cases.append(StreamImport.ImportCase<Event>("push", keys: ["PushEvent"], payload: Push.self) { payload in
                            Event.push(payload)
                        } unwrap: { model in
                            if case Event.push(let payload) = model {
                                payload
                            } else {
                                nil
                            }
                        })
                        #sourceLocation()
                        #sourceLocation(file: "test.swift", line: 4)
                        cases.append(StreamImport.ImportCase<Event>("star") { fields in
                            let field0 = fields.required("count", Int.self)
                            let field1 = fields.optional("by", String.self)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Event.star(count: draft[field0], by: draft[field1])
                                },
                                update: { draft, old in
                                    guard case Event.star(let old0, let old1) = old else {
                                        return old
                                    }
                                    return Event.star(count: draft.updated(old0, field0), by: draft.updated(old1, field1))
                                },
                                decompose: { old, values in
                                    guard case Event.star(let old0, let old1) = old else {
                                        return
                                    }
                                    values.add(old0, field0)
                                    values.add(old1, field1)
                                },
                                properties: {
                                    [:]
                                })
                        })
                        #sourceLocation()
                        #sourceLocation(file: "test.swift", line: 5)
                        cases.append(StreamImport.ImportCase<Event>("ping") {
                            Event.ping
                        } isCase: { model in
                            if case Event.ping = model {
                                true
                            } else {
                                false
                            }
                        })
                        #sourceLocation()
                        #sourceLocation(file: "test.swift", line: 6)
                        cases.append(StreamImport.ImportCase<Event>(unknown: "unknown") { payload in
                            Event.unknown(payload)
                        } unwrap: { model in
                            if case Event.unknown(let payload) = model {
                                payload
                            } else {
                                nil
                            }
                        })
                        #sourceLocation()
                        return StreamImport.ImportPlan(
                            Event.self, discriminator: "type", cases: cases,
                            index: { model in
                                switch model {
                                case .push:
                                    0
                                case .star:
                                    1
                                case .ping:
                                    2
                                case .unknown:
                                    3
                                }
                            })
                    }()
                }

                extension Event: nonisolated StreamImport.Importable {
                }
                """#)
    }

    @Test func contentIsField() {
        expectExpansion(
            of: """
                @Importable(discriminator: "type", content: "data")
                public enum Event<Payload: Importable> {
                    indirect case push(Payload, weight: Double = 1)
                }
                """,
            is: #"""
                public enum Event<Payload: Importable> {
                    indirect case push(Payload, weight: Double = 1)

                    public nonisolated static var importPlan: StreamImport.ImportPlan {
                        var cases: [StreamImport.ImportCase<Event>] = []
                        #sourceLocation(file: "test.swift", line: 3)
                        cases.append(StreamImport.ImportCase<Event>("push") { fields in
                            #sourceLocation(file: "test.swift", line: 3)
                            let field0 = fields.required("data", Payload.self, keys: ["data"])
                            let field1 = fields.defaulted("weight", Double.self)
                            return StreamImport.ModelOperations(
                                make: { draft in
                                    Event.push(draft[field0], weight: draft[field1] ?? 1)
                                },
                                update: { draft, old in
                                    guard case Event.push(let old0, let old1) = old else {
                                        return old
                                    }
                                    return Event.push(draft.updated(old0, field0), weight: draft.updated(old1, field1, default: 1))
                                },
                                decompose: { old, values in
                                    guard case Event.push(let old0, let old1) = old else {
                                        return
                                    }
                                    values.add(old0, field0)
                                    values.add(old1, field1)
                                },
                                properties: {
                                    [:]
                                })
                        })
                        #sourceLocation()
                        return StreamImport.ImportPlan(
                            Event.self, discriminator: "type", cases: cases,
                            index: { model in
                                switch model {
                                case .push:
                                    0
                                }
                            })
                    }
                }

                extension Event: nonisolated StreamImport.Importable {
                }
                """#)
    }

    @Test func subclassesAreListed() {
        expectExpansion(
            of: """
                @Importable(discriminator: "kind", subclasses: [Circle.self])
                class Figure {
                    init() {}
                }
                """,
            adds: Expansion(.openClass, "Figure") {
                $0.planSuffix = #" .withSubclasses(ImportedFields.subclasses, discriminator: "kind")"#
                $0.subclasses = [
                    "fileprivate static var subclasses: [any StreamImport.Importable.Type] {",
                    "    var subclasses: [any StreamImport.Importable.Type] = []",
                    "    func add(_ type: Figure.Type) {",
                    "        subclasses.append(type)",
                    "    }",
                    "    @available(*, unavailable, message: \"'Circle' is not a subclass of 'Figure'; list subclasses with '@Importable'\")",
                    "    func add(_ type: Circle.Type) {",
                    "    }",
                    "    #sourceLocation(file: \"test.swift\", line: 1)",
                    "    add(Circle.self)",
                    "    #sourceLocation()",
                    "    return subclasses",
                    "}",
                ]
            })
    }
}
