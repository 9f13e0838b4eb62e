/// The code that `@Importable` adds to a struct or a class. A test states only what depends on its type.
///
/// Tests with a whole expansion pin the layout of ``members`` and ``conformance`` for each kind of type.
struct Expansion: Sendable {
    enum Kind { case structure, finalClass, openClass }

    /// Lines of code, without the indentation of the code around them.
    typealias Lines = [String]

    let kind: Kind
    let type: String
    var superclass: String?
    /// The access modifier of the members that subclasses and callers use, with a space.
    var access = ""
    /// The access modifier of the plan, if it is another one.
    var planAccess: String?
    /// Whether the plan is not stored, as in a generic type.
    var isPlanComputed = false
    var fields: [Field] = []
    /// The statements after the declarations of the fields.
    var statements: Lines = []
    /// The name of the superclass's fields.
    var inherited = "inherited"
    /// The statements that update a value; those of the fields if `nil`.
    var update: String?
    /// The assignments of ignored variables, after those of the fields.
    var copies: Lines = []
    /// The text after the plan.
    var planSuffix = ""
    /// The list of the subclasses.
    var subclasses: Lines = []
    var hasImplicitInitializer = false
    /// The line of a superclass that may have no `init()`. `#sourceLocation` moves errors to the line.
    var superclassLine: Int?
    /// The attributes of members that use deprecated properties, with a space.
    var deprecation = ""
    /// The members after the others.
    var otherMembers: [Lines] = []
    /// The types around the type, each with a dot.
    var outerTypes = ""
    var extensionAttributes: Lines = []

    init(
        _ kind: Kind, _ type: String, of superclass: String? = nil, _ fields: [Field] = [],
        _ change: (inout Self) -> Void = { _ in }
    ) {
        (self.kind, self.type, self.superclass, self.fields) = (kind, type, superclass, fields)
        change(&self)
    }

    // MARK: - Declarations

    /// The members of the type.
    var members: [Lines] {
        let isOpen = kind == .openClass
        let inits: [Lines] = kind == .structure ? [] : operations + (isOpen ? [propertiesMethod] : [])
        let implicitInit: [Lines] = hasImplicitInitializer ? [block("init()", [])] : []
        let importingInit = block(
            "\(access)required convenience init(importing source: StreamImport.ImportSource) throws(StreamImport.ImportError)",
            ["try self.init(instanceOf: source)"])
        let isFinalRoot = kind == .structure || kind == .finalClass && superclass == nil
        return [plan, importedFields] + inits + implicitInit + (isFinalRoot ? [] : [importingInit])
            + otherMembers
    }

    /// The extension with the conformance; `nil` for a subclass, which inherits the conformance.
    var conformance: Lines? {
        guard superclass == nil else { return nil }
        let members = kind == .structure ? Array(operations.joined(separator: [""])) : []
        return extensionAttributes
            + block("extension \(outerTypes)\(type): nonisolated StreamImport.Importable", members)
    }

    private var plan: Lines {
        let access = deprecation + (planAccess ?? access) + "nonisolated "
        let isStatic = superclass == nil && kind != .openClass
        if isStatic, !isPlanComputed { return plan(access + "static let importPlan = ") }
        let head = access + (superclass == nil ? "" : "override ") + (isStatic ? "static" : "class")
        return block(
            head + " var importPlan: StreamImport.ImportPlan",
            isPlanComputed ? plan("") : ["ImportedFields.plan"])
    }

    private func plan(_ prefix: String) -> Lines {
        let update =
            kind == .structure
            ? ["\(type)(draft, fields, updating: old)"] : ["try old.update(draft, fields)", "return old"]
        let properties =
            kind == .openClass
            ? ["\(type).properties(fields, of: \(type).self)"]
            : names(inherited: "\(type).properties(fields.\(inherited), of: \(type).self)")
        let operations =
            closure("make: { draft in", ["\(type)(draft, fields)"])
            + closure("update: { draft, old in", update)
            + closure("decompose: { model, values in", ["model.decompose(fields, to: &values)"])
            + closure("properties: {", properties, end: "})")
        let body =
            ["let fields = ImportedFields(&fields)", "return StreamImport.ModelOperations("]
            + operations.indented
        return ["\(prefix)StreamImport.ImportPlan(\(type).self) { fields in"] + body.indented
            + ["}\(planSuffix)"]
    }

    private var importedFields: Lines {
        let isOpen = kind == .openClass
        let variable = isOpen ? "fileprivate let" : "let"
        let inheritedFields = superclass.map { "\($0).ImportedFields" }
        let variables =
            (inheritedFields.map { ["\(variable) \(inherited): \($0)"] } ?? [])
            + fields.map { "\(variable) \($0.name): StreamImport.\($0.type)" }
        let declarations =
            (inheritedFields.map { ["self.\(inherited) = \($0)(&fields)"] } ?? [])
            + fields.flatMap(\.declaration)
        let initializer = block(
            "\(isOpen ? access : "")init(_ fields: inout StreamImport.ImportFields)",
            declarations + statements)
        let hasStoredPlan = (isOpen || superclass != nil) && !isPlanComputed
        let plans = hasStoredPlan ? [plan(deprecation + "fileprivate static let plan = ")] : []
        let lists = subclasses.isEmpty ? [] : [subclasses]
        let members = (variables.isEmpty ? [] : [variables]) + [initializer] + plans + lists
        return block(
            "\(isOpen ? access : "private ")nonisolated struct ImportedFields: Sendable",
            Array(members.joined(separator: [""])))
    }

    /// The initializer, the update and the decomposition.
    private var operations: [Lines] {
        let access = deprecation + (kind == .openClass ? access : "private ") + "nonisolated "
        func parameters(_ draft: String) -> String {
            "_ draft: borrowing StreamImport.\(draft), _ fields: ImportedFields"
        }
        func inherited(_ call: String) -> Lines { superclass == nil ? [] : [call] }
        let line = superclassLine.map { ["#sourceLocation(file: \"test.swift\", line: \($0))"] } ?? []
        let make = block(
            "\(access)init(\(parameters("ImportDraft")))",
            fields.flatMap { $0.located($0.assignment) }
                + inherited("super.init(draft, fields.\(self.inherited))") + line)
        let decompose = block(
            "\(access)func decompose(_ fields: ImportedFields, to values: inout StreamImport.FieldWriter)",
            inherited("super.decompose(fields.\(self.inherited), to: &values)")
                + fields.map { "values.add(\($0.value ?? "self.\($0.name)"), fields.\($0.name))" })
        let copies =
            fields.filter { $0.role != .defaulted }.flatMap { $0.located([$0.updatingAssignment]) }
            + fields.filter { $0.role == .defaulted }.flatMap { $0.located([$0.updatingAssignment]) } + copies
        let changes =
            fields.filter(\.isConstant).map(\.constantCheck)
            + inherited("try super.update(draft, fields.\(self.inherited))")
            + fields.filter { !$0.isConstant }.flatMap { $0.located($0.change) }
        let updateInit = "\(access)init(\(parameters("UpdateDraft")), updating old: Self)"
        let updateMethod = "\(access)func update(\(parameters("UpdateDraft"))) throws"
        let isStruct = kind == .structure
        let update = update?.split(separator: "\n").map(String.init) ?? (isStruct ? copies : changes)
        return [make] + (line.isEmpty ? [] : [["#sourceLocation()"]])
            + [block(isStruct ? updateInit : updateMethod, update), decompose]
    }

    private var propertiesMethod: Lines {
        [
            "\(deprecation)\(access)nonisolated static func properties<ImportedSubclass: \(type)>(",
            "    _ fields: ImportedFields, of type: ImportedSubclass.Type",
        ]
            + block(
                ") -> [PartialKeyPath<ImportedSubclass>: String]",
                names(inherited: "super.properties(fields.\(inherited), of: type)"))
    }

    private func names(inherited: String) -> Lines {
        let fields = fields.filter { $0.role != .extras }
        guard superclass == nil else {
            if fields.isEmpty { return [inherited] }
            return ["var properties = \(inherited)"]
                + fields.map { "properties[\\.\($0.name)] = \($0.literal)" } + ["return properties"]
        }
        if fields.isEmpty { return ["[:]"] }
        let names = fields.map { "\\.\($0.name): \($0.literal)" }
        let line = "[\(names.joined(separator: ", "))]"
        return line.count < 80 ? [line] : ["["] + names.map { "    \($0)," } + ["]"]
    }

    private func block(_ head: String, _ body: Lines) -> Lines { ["\(head) {"] + body.indented + ["}"] }

    private func closure(_ head: String, _ body: Lines, end: String = "},") -> Lines {
        [head] + body.indented + [end]
    }
}

// MARK: - Fields

extension Expansion {
    /// The code for a property that is imported.
    struct Field: Sendable {
        enum Role { case required, optional, defaulted, extras }

        let role: Role
        var name: String
        /// The type of the field, without `StreamImport.`.
        let type: String
        /// The arguments of the declaration after the name.
        var arguments = ""
        /// The default value; for a struct, that of `self`.
        var defaultValue = ""
        var isConstant = false
        /// The line of a property whose type the macro does not know. `#sourceLocation` moves errors to the line.
        var line: Int?
        /// The line of a property that may have a wrapper. `#sourceLocation` moves errors to the line.
        var wrapperLine: Int?
        /// The expression for the value in `decompose`, if it is not the property.
        var value: String?
        /// The text after the value of the draft, if the property has another type than the field.
        var conversion = ""

        /// A literal with the name.
        var literal: String {
            let text = name.replacing("`", with: "")
            return text.contains("\"") ? "#\"\(text)\"#" : "\"\(text)\""
        }

        fileprivate var declaration: Lines {
            let separator = arguments.isEmpty ? "" : ", "
            let statement = "self.\(name) = fields.\(role)(\(literal)\(separator)\(arguments))"
            guard let line else { return [statement] }
            return ["#sourceLocation(file: \"test.swift\", line: \(line))", statement, "#sourceLocation()"]
        }

        /// Returns lines that assign the property.
        fileprivate func located(_ lines: Lines) -> Lines {
            guard let wrapperLine else { return lines }
            return ["#sourceLocation(file: \"test.swift\", line: \(wrapperLine))"] + lines
                + ["#sourceLocation()"]
        }

        fileprivate var assignment: Lines {
            guard role == .defaulted else { return ["self.\(name) = draft[fields.\(name)]\(conversion)"] }
            return [
                "if let value = draft[fields.\(name)] {", "    self.\(name) = value\(conversion)", "}",
            ]
        }

        fileprivate var updatingAssignment: String { updated(from: "old", default: "self.\(name)") }

        fileprivate var change: Lines {
            [
                "if draft.has(fields.\(name)) {", "    " + updated(from: "self", default: defaultValue), "}",
            ]
        }

        fileprivate var constantCheck: String {
            let fields = role == .extras ? "merging: fields" : "fields"
            return "try draft.requireUnchanged(self.\(name), \(fields).\(name), property: \(literal))"
        }

        private func updated(from old: String, default value: String) -> String {
            let fields = role == .extras ? "merging: fields" : "fields"
            let suffix = role == .defaulted ? ", default: \(value)" : ""
            return "self.\(name) = draft.updated(\(old).\(name), \(fields).\(name)\(suffix))"
        }
    }
}

extension Expansion.Field {
    static func required(_ name: String, _ type: String, _ change: (inout Self) -> Void = { _ in }) -> Self {
        make(.required, name, "RequiredField<\(type)>", change)
    }

    static func optional(_ name: String, _ type: String, _ change: (inout Self) -> Void = { _ in }) -> Self {
        make(.optional, name, "OptionalField<\(type)>", change)
    }

    static func defaulted(_ name: String, _ type: String, _ defaultValue: String = "") -> Self {
        make(.defaulted, name, "OptionalField<\(type)>") { $0.defaultValue = defaultValue }
    }

    static func extras(_ name: String, _ type: String, _ change: (inout Self) -> Void = { _ in }) -> Self {
        make(.extras, name, "RequiredField<\(type)>", change)
    }

    private static func make(
        _ role: Role, _ name: String, _ type: String, _ change: (inout Self) -> Void
    ) -> Self {
        var field = Self(role: role, name: name, type: type)
        change(&field)
        return field
    }

    /// Returns the field of a property of the type `Any`, `[Any]` or `[String: Any]`, which may be optional.
    static func dynamic(_ field: Self) -> Self {
        var field = field
        let isOptional = field.role == .optional || field.type.hasSuffix("?>")
        let type = field.type.split { "<?>".contains($0) }[1]
        field.conversion = isOptional ? "?.value" : ".value"
        field.value =
            isOptional ? "self.\(field.name).map(\(type).init(value:))" : "\(type)(value: self.\(field.name))"
        return field
    }

    /// Returns the field with another name.
    func named(_ name: String) -> Self {
        var field = self
        field.name = name
        return field
    }

    /// Returns the field of a constant.
    static func constant(_ field: Self) -> Self {
        var field = field
        field.isConstant = true
        return field
    }
}

extension [String] {
    /// The lines with more indentation.
    var indented: [String] { map { $0.isEmpty ? "" : "    " + $0 } }
}
