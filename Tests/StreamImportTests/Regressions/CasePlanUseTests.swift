import JSONRecords
import StreamImport
import Testing

/// Exports of cases whose payloads compute their plans.
@Suite struct CasePlanUseTests {
    /// A payload that counts how often its plan is computed.
    struct Payload: Importable {
        static let planCount = Locked(0)

        var a = 0

        static var importPlan: ImportPlan {
            planCount.withLock { $0 += 1 }
            return ImportPlan(Payload.self) { fields in
                let a = fields.required("a", Int.self)
                return ModelOperations(
                    make: { draft in Payload(a: draft[a]) },
                    update: { draft, old in Payload(a: draft.updated(old.a, a)) },
                    decompose: { payload, values in values.add(payload.a, a) },
                    properties: { [:] })
            }
        }
    }

    @Importable(discriminator: "type")
    enum Event {
        case alone(Payload)
        case beside(Payload, id: Int, by: String)
    }

    /// The plan was computed for each record.
    @Test func recordsDoNotComputePlanOfPayload() throws {
        #expect(try planCount(ofRecords: 50) == planCount(ofRecords: 1))
    }

    private func planCount(ofRecords count: Int) throws -> Int {
        Payload.planCount.withLock { $0 = 0 }
        let events = (1...count).flatMap { index in
            [Event.alone(Payload(a: index)), .beside(Payload(a: index), id: index, by: "b")]
        }
        _ = try StreamExporter.data(of: events)
        return Payload.planCount.withLock { $0 }
    }
}
