/// A value as ``DynamicValue`` has it, in which no object is a model: what hooks see.
struct RawValue {
    let value: Any
}

extension RawValue: ImportableScalar, NullMaker {
    init(_ token: borrowing ImportToken) throws { value = try DynamicValue(token).value }

    static var importPlan: ImportPlan {
        ImportPlan(
            type: Self.self, scalar: Self.self, array: ElementCollector<Self>.self,
            dictionary: MemberCollector<Self>.self, null: Self.self)
    }

    static func putNull(_ destination: UnsafeMutableRawPointer) {
        // SAFETY: the binder hands memory for a value of this type, which holds what the other one does.
        unsafe destination.initializeMemory(as: Self.self, to: Self(value: DynamicValue.null))
    }
}

extension RawValue: MadeOfElements, MadeOfMembers {
    init(elements: [RawValue]) { value = elements.map(\.value) }
    init(members: [String: RawValue]) { value = members.mapValues(\.value) }
}
