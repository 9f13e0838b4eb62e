import StreamImport

/// Instances of classes. Each owns memory.
final class Account: AllocationOwner {
    let id: Int
    let manager: Manager?

    init(id: Int, manager: Manager?) {
        self.id = id
        self.manager = manager
    }

    final class Manager: AllocationOwner {
        let name: String

        init(name: String) {
            self.name = name
        }

        var ownedAllocations: Int { 1 + name.ownedAllocations }
    }

    var ownedAllocations: Int { 1 + manager.ownedAllocations }

    static func record(_ index: Int) -> String {
        let manager = index % 2 == 0 ? "null" : #"{"name":"manager number \#(100_000 + index)"}"#
        return #"{"id":\#(index),"manager":\#(manager)}"#
    }
}

extension Account: Importable {
    static let importPlan = ImportPlan(Account.self) { fields in
        let id = fields.required("id", Int.self)
        let manager = fields.optional("manager", Manager.self)
        return { draft in Account(id: draft[id], manager: draft[manager]) }
    }
}

extension Account.Manager: Importable {
    static let importPlan = ImportPlan(Account.Manager.self) { fields in
        let name = fields.required("name", String.self)
        return { draft in Account.Manager(name: draft[name]) }
    }
}
