/// Plans of subclasses, which no property names: an instance says what it is when it is about to be updated.
extension CompiledPlan {
    /// The plan of a subclass, compiled for the same options as this one. No object of the two has the same number.
    func subclass(_ type: any Importable.Type) -> CompiledPlan {
        while true {
            let (known, count) = subclasses.withLock { plans in
                (plans.first { $0.record.value.type == type }, plans.last?.endNumber ?? endNumber)
            }
            if let known { return known }
            // Compiled without the lock: types say themselves what their plans are.
            let new = CompiledPlan(
                of: type, options: options, updatesInstance: updatesInstance, firstNumber: count)
            let isAdded = subclasses.withLock { plans in
                guard plans.last?.endNumber ?? endNumber == count else { return false }
                plans.append(new)
                return true
            }
            if isAdded { return new }
        }
    }

    /// What the keys of the objects mean that have this number or a later one, those of subclasses included.
    func keyDefinitions(from number: Int) -> [Pinned<KeyDefinitions>] {
        let plans = [self] + subclasses.withLock { $0 }
        return plans.flatMap(\.objects).map(\.node.value).filter { $0.number >= number }.map(\.keys)
    }

    /// The number after that of the last object.
    private var endNumber: Int { firstNumber + objects.count }
}
