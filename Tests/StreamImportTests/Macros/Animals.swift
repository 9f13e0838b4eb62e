import StreamImport

/// The root of a hierarchy of three classes.
@Importable
open class Animal: Equatable, CustomStringConvertible {
    let name: String
    fileprivate var legs = 4

    init(name: String) { self.name = name }

    var kind: String { "animal" }

    /// All that is known of the animal.
    open var description: String { "\(kind) \(name) \(legs)" }

    /// Whether the same is known of both.
    public static func == (left: Animal, right: Animal) -> Bool { left.description == right.description }
}

/// A class that is a subclass and has one.
@Importable
open class Dog: Animal {
    var breed: String

    init(name: String, breed: String) {
        self.breed = breed
        super.init(name: name)
    }

    override var kind: String { "dog" }

    /// All that is known of the dog.
    open override var description: String { "\(super.description) \(breed)" }
}

/// The end of the hierarchy.
@Importable
public final class Shepherd: Dog {
    let sheep: Int
    var pups: [Dog] = []

    override var kind: String { "shepherd" }

    /// All that is known of the shepherd.
    public override var description: String { "\(super.description) \(sheep) \(pups)" }
}
