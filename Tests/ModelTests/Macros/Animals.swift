import StreamImport

/// The root of a hierarchy of three classes.
@Importable
open class Animal: Equatable, CustomStringConvertible {
    let name: String
    fileprivate var legs = 4

    init(name: String) { self.name = name }

    var kind: String { "animal" }

    /// A description with all properties of the animal.
    open var description: String { "\(kind) \(name) \(legs)" }

    /// Returns whether all properties are equal.
    public static func == (left: Animal, right: Animal) -> Bool { left.description == right.description }
}

/// The subclass in the middle of the hierarchy.
@Importable
open class Dog: Animal {
    var breed: String

    init(name: String, breed: String) {
        self.breed = breed
        super.init(name: name)
    }

    override var kind: String { "dog" }

    /// A description with all properties of the dog.
    open override var description: String { "\(super.description) \(breed)" }
}

/// The last class of the hierarchy.
@Importable
public final class Shepherd: Dog {
    let sheep: Int
    var pups: [Dog] = []

    override var kind: String { "shepherd" }

    /// A description with all properties of the shepherd.
    public override var description: String { "\(super.description) \(sheep) \(pups)" }
}
