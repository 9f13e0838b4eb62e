extension ImportPlan {
    /// Returns the plan of a class with cases for its subclasses: where the class is the type of a record or a property,
    /// the discriminator of the object names the class of the instance.
    ///
    /// The discriminator matches the name of a class like a key matches the name of a property. The name of the class
    /// itself makes an instance of the class.
    ///
    /// - Parameters:
    ///   - subclasses: the subclasses, each with a plan of its own.
    ///   - discriminator: a key, or a path of keys.
    public func withSubclasses(
        _ subclasses: [any Importable.Type], discriminator: Discriminator
    ) -> ImportPlan {
        var plan = self
        if let invalid = subclasses.first(where: { !$0.isKind(of: type) || $0 == type }) {
            plan.error = .notASubclass("\(invalid)", of: "\(type)")
        } else if let object, case .member = discriminator {
            let model = type
            let selection = Self.selection(model, object, subclasses, discriminator)
            (plan.cases, plan.error) = (selection.cases, selection.error)
        } else {
            plan.error = .subclassesWithoutDiscriminator(type: "\(type)")
        }
        return plan
    }

    private static func selection<Model: Importable>(
        _ model: Model.Type, _ object: ObjectPlan, _ subclasses: [any Importable.Type],
        _ discriminator: Discriminator
    ) -> ImportPlan {
        ImportPlan(
            model, discriminator: discriminator,
            cases: [ImportCase(fields: object)] + subclasses.map { ImportCase(subclass: $0) },
            index: { instance in
                let type = Swift.type(of: instance)
                return type == Model.self ? 0 : subclasses.firstIndex { $0 == type }.map { $0 + 1 } ?? -1
            })
    }
}

extension ImportCase {
    /// Creates the case for instances of the class itself.
    fileprivate init(fields: ObjectPlan) {
        self.init(
            name: "\(Model.self)", keys: [], isUnknown: false, payload: PayloadPlan(fields, of: Model.self),
            keyedField: nil)
    }

    /// Creates the case for instances of a subclass.
    fileprivate init(subclass: any Importable.Type) {
        // SAFETY: the payload and the instance are references to one object, which have the same representation. They may be
        // at one address, which `moveInitializeMemory` allows.
        let payload = unsafe PayloadPlan(
            type: subclass, object: nil,
            wrap: { payload, destination in
                let reference = unsafe payload.assumingMemoryBound(to: AnyObject.self)
                unsafe destination.moveInitializeMemory(as: AnyObject.self, from: reference, count: 1)
            },
            unwrap: { instance, body in
                try unsafe body(instance)
                return true
            })
        self.init(name: "\(subclass)", keys: [], isUnknown: false, payload: payload, keyedField: nil)
    }
}

extension ImportError {
    fileprivate static func subclassesWithoutDiscriminator(type: String) -> ImportError {
        ImportError(
            .invalidPlan, "the subclasses of \(type) need a key as their discriminator",
            advice: "use a member that names the class")
    }

    fileprivate static func notASubclass(_ subclass: String, of type: String) -> ImportError {
        ImportError(
            .invalidPlan, "expected a subclass of \(type), found \(subclass)",
            advice: "list only subclasses of the class")
    }
}
