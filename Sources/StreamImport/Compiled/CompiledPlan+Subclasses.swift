/// Plans of subclasses. No property names a subclass: it becomes known when one of its instances is about to be
/// updated.
extension CompiledPlan {
    /// The plans of subclasses, each compiled when an instance of the subclass is first updated.
    struct Subclasses {
        /// The plans, in the order of the numbers of their objects.
        fileprivate var plans: [CompiledPlan] = []
        /// How instances of each known class are updated, by the type of their node and by the class.
        fileprivate var known: [Pair: Subclass] = [:]
    }

    /// A class and one of its superclasses.
    fileprivate struct Pair: Hashable {
        let base: ObjectIdentifier
        let type: ObjectIdentifier
    }

    /// How instances of a subclass are updated.
    fileprivate enum Subclass: Sendable {
        /// With the plan of the superclass.
        case sameAsBase
        case own(any Importable.Type)
        case invalid(ImportError)
    }

    /// Returns the plan of a subclass, compiled for updates and for the same options as this one. The objects of both
    /// plans have different numbers.
    ///
    /// - Returns: `nil` if instances of the subclass are updated with the plan of the base class.
    /// - Throws: ``ImportError`` if the subclass has no plan that fits it, or an invalid one.
    func subclass(
        _ type: any Importable.Type, of base: any Importable.Type
    ) throws(ImportError) -> CompiledPlan? {
        switch subclassKind(type, of: base) {
        case .sameAsBase: return nil
        case .invalid(let error): throw error
        case .own(let planned):
            let plan = compiled(planned)
            if let error = plan.error { throw error }
            return plan
        }
    }

    /// Returns how instances of a class are updated. Asks each class for its plan once, because a generic class makes a
    /// new plan each time.
    private func subclassKind(_ type: any Importable.Type, of base: any Importable.Type) -> Subclass {
        let pair = Pair(base: ObjectIdentifier(base), type: ObjectIdentifier(type))
        if let known = subclasses.withLock({ $0.known[pair] }) { return known }
        let kind: Subclass
        do throws(ImportError) {
            let planned = try type.plannedType(as: base)
            kind = planned == base ? .sameAsBase : .own(planned)
        } catch {
            kind = .invalid(error)
        }
        subclasses.withLock { $0.known[pair] = kind }
        return kind
    }

    private func compiled(_ type: any Importable.Type) -> CompiledPlan {
        while true {
            let (known, number) = subclasses.withLock { subclasses in
                (subclasses.plans.first { $0.record.value.type == type }, endNumber(subclasses))
            }
            if let known { return known }
            // Compiled outside the lock, because `importPlan` of a model is user code.
            let new = CompiledPlan(of: type, options: options, updatesInstance: true, firstNumber: number)
            let isAdded = subclasses.withLock { subclasses in
                guard endNumber(subclasses) == number else { return false }
                subclasses.plans.append(new)
                return true
            }
            if isAdded { return new }
        }
    }

    /// Returns the key definitions of the objects that have this number or a later one, including those of subclasses.
    func keyDefinitions(from number: Int) -> [Pinned<KeyDefinitions>] {
        let plans = [self] + subclasses.withLock { $0.plans }
        return plans.flatMap(\.objects).map(\.node.value).filter { $0.number >= number }.map(\.keys)
    }

    /// Returns the number after that of the last object.
    private func endNumber(_ subclasses: Subclasses) -> Int {
        subclasses.plans.last.map { $0.firstNumber + $0.objects.count } ?? firstNumber + objects.count
    }
}

extension Importable {
    /// Returns the type whose plan instances of this type have: this type, or a superclass whose plan it inherits.
    ///
    /// - Parameter base: the static type that the instances are held as.
    /// - Throws: ``ImportError/Code/invalidPlan`` if the plan is that of another type, or of a superclass of the base.
    static func plannedType(as base: any Importable.Type) throws(ImportError) -> any Importable.Type {
        let planned = importPlan.type
        guard isKind(of: planned), planned.isKind(of: base) else {
            throw .planOfAnotherType("\(planned)", type: "\(self)")
        }
        return planned
    }

    /// Returns whether this type is another one or a subclass of it.
    static func isKind(of other: any Importable.Type) -> Bool {
        func isKind<Other: Importable>(of other: Other.Type) -> Bool { self is Other.Type }
        return isKind(of: other)
    }
}
