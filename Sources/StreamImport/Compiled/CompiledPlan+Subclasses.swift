/// The plans of subclasses. Properties have the type of the base class: a subclass becomes known when one of its
/// instances is about to be updated.
extension CompiledPlan {
    /// The plans of subclasses, each compiled when an instance of the subclass is first updated.
    struct Subclasses {
        /// The plans, in the order of the numbers of their object nodes.
        fileprivate var plans: [CompiledPlan] = []
        /// The choices that were already made.
        fileprivate var choices: [ClassPair: PlanChoice] = [:]
    }

    /// A class, and the static type of its instances: the class itself or one of its superclasses.
    fileprivate struct ClassPair: Hashable {
        let base: ObjectIdentifier
        let type: ObjectIdentifier
    }

    /// The plan that instances of a class are updated with.
    fileprivate enum PlanChoice: Sendable {
        /// The plan of the base class.
        case sameAsBase
        /// The plan of this type, which is the class or one of its superclasses below the base class.
        case own(any Importable.Type)
        /// None, because the plan of the class does not fit the class.
        case invalid(ImportError)
    }

    /// Returns the plan of a subclass, compiled for updates with the options of this plan. Its object nodes have other
    /// numbers than those of this plan.
    ///
    /// - Parameters:
    ///   - type: the subclass.
    ///   - base: the static type of the instances.
    /// - Returns: `nil` if instances of the subclass are updated with the plan of the base class.
    /// - Throws: ``ImportError`` if the plan of the subclass does not fit the subclass, or is invalid.
    func subclass(
        _ type: any Importable.Type, of base: any Importable.Type
    ) throws(ImportError) -> CompiledPlan? {
        switch planChoice(for: type, of: base) {
        case .sameAsBase: return nil
        case .invalid(let error): throw error
        case .own(let planned):
            let plan = compiledPlan(of: planned)
            if let error = plan.error { throw error }
            return plan
        }
    }

    /// Returns the plan that instances of a class are updated with. Remembers the choice, because a generic class makes
    /// a new plan each time that `importPlan` is read.
    private func planChoice(for type: any Importable.Type, of base: any Importable.Type) -> PlanChoice {
        let pair = ClassPair(base: ObjectIdentifier(base), type: ObjectIdentifier(type))
        if let choice = subclasses.withLock({ $0.choices[pair] }) { return choice }
        let choice: PlanChoice
        do throws(ImportError) {
            let planned = try type.plannedType(as: base)
            choice = planned == base ? .sameAsBase : .own(planned)
        } catch {
            choice = .invalid(error)
        }
        subclasses.withLock { $0.choices[pair] = choice }
        return choice
    }

    private func compiledPlan(of type: any Importable.Type) -> CompiledPlan {
        while true {
            let (existingPlan, number) = subclasses.withLock { subclasses in
                (subclasses.plans.first { $0.record.value.type == type }, nextNumber(subclasses))
            }
            if let existingPlan { return existingPlan }
            // Compiled outside the lock, because `importPlan` of a model is user code.
            let newPlan = CompiledPlan(
                of: type, options: options, updatesInstance: true, firstNumber: number)
            let isAdded = subclasses.withLock { subclasses in
                // If another thread has added a plan in the meantime, that plan has the numbers of this one.
                guard nextNumber(subclasses) == number else { return false }
                subclasses.plans.append(newPlan)
                return true
            }
            if isAdded { return newPlan }
        }
    }

    /// Returns the key definitions of the object nodes with this number or a higher one, in this plan and in the plans
    /// of subclasses.
    func keyDefinitions(from number: Int) -> [Pinned<KeyDefinitions>] {
        let plans = [self] + subclasses.withLock { $0.plans }
        return plans.flatMap(\.objects).map(\.node.value).filter { $0.number >= number }.map(\.keys)
    }

    /// Returns the number of the next object node.
    private func nextNumber(_ subclasses: Subclasses) -> Int {
        subclasses.plans.last.map { $0.firstNumber + $0.objects.count } ?? firstNumber + objects.count
    }
}

extension Importable {
    /// Returns the type whose plan instances of this type have: this type, or a superclass whose plan it inherits.
    ///
    /// - Parameter base: the static type of the instances.
    /// - Throws: ``ImportError/Code/invalidPlan`` if the plan is of an unrelated type or of a superclass of `base`.
    static func plannedType(as base: any Importable.Type) throws(ImportError) -> any Importable.Type {
        let planned = importPlan.type
        guard isKind(of: planned), planned.isKind(of: base) else {
            throw .planOfAnotherType("\(planned)", type: "\(self)")
        }
        return planned
    }

    /// Returns whether this type is `other` or a subclass of `other`.
    static func isKind(of other: any Importable.Type) -> Bool {
        func isKind<Other: Importable>(of other: Other.Type) -> Bool { self is Other.Type }
        return isKind(of: other)
    }
}
