/// Plans of subclasses, which no property names: an instance says what it is when it is about to be updated.
extension CompiledPlan {
    /// The plans of subclasses, which are compiled as their instances are met.
    struct Subclasses {
        /// In the order of the numbers of their objects.
        fileprivate var plans: [CompiledPlan] = []
        /// What is known of a class whose instance was met, by the type that its node has and by its own.
        fileprivate var known: [Pair: Subclass] = [:]
    }

    /// A class and a superclass of it.
    fileprivate struct Pair: Hashable {
        let base: ObjectIdentifier
        let type: ObjectIdentifier
    }

    /// How instances of a subclass are updated.
    fileprivate enum Subclass: Sendable {
        /// As those of the superclass, whose plan it has.
        case sameAsBase
        case own(any Importable.Type)
        case invalid(ImportError)
    }

    /// The plan of a subclass, compiled for updates and for the same options as this one. No object of the two has the
    /// same number.
    ///
    /// - Returns: `nil` if instances of the subclass are updated as those of the base class.
    /// - Throws: ``ImportError`` if the subclass has no plan that fits it, or a invalid one.
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

    /// Asks a type for its plan once: that of a generic class is made anew each time.
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
            // Compiled without the lock: types say themselves what their plans are.
            let new = CompiledPlan(of: type, options: options, updatesInstance: true, firstNumber: number)
            let isAdded = subclasses.withLock { subclasses in
                guard endNumber(subclasses) == number else { return false }
                subclasses.plans.append(new)
                return true
            }
            if isAdded { return new }
        }
    }

    /// What the keys of the objects mean that have this number or a later one, those of subclasses included.
    func keyDefinitions(from number: Int) -> [Pinned<KeyDefinitions>] {
        let plans = [self] + subclasses.withLock { $0.plans }
        return plans.flatMap(\.objects).map(\.node.value).filter { $0.number >= number }.map(\.keys)
    }

    /// The number after that of the last object.
    private func endNumber(_ subclasses: Subclasses) -> Int {
        subclasses.plans.last.map { $0.firstNumber + $0.objects.count } ?? firstNumber + objects.count
    }
}

extension Importable {
    /// The type whose plan instances of this type have: this one, or a superclass, whose plan is inherited.
    ///
    /// - Parameter base: the type that they are held as.
    /// - Throws: ``ImportError/Code/invalidPlan`` if the plan is that of another type, or of one above the base.
    static func plannedType(as base: any Importable.Type) throws(ImportError) -> any Importable.Type {
        let planned = importPlan.type
        guard isKind(of: planned), planned.isKind(of: base) else {
            throw .planOfAnotherType("\(planned)", type: "\(self)")
        }
        return planned
    }

    /// Whether the type is another one or a subclass of it.
    static func isKind(of other: any Importable.Type) -> Bool {
        func isKind<Other: Importable>(of other: Other.Type) -> Bool { self is Other.Type }
        return isKind(of: other)
    }
}
