import StreamImport

/// An enum whose cases are selected by key.
@Importable(discriminator: .key)
enum Command: AllocationOwner {
    @Key("org.example.move") case move(to: Int)
    case people([Int])
    case quit

    var ownedAllocations: Int {
        if case .people(let people) = self { people.ownedAllocations } else { 0 }
    }

    static func record(_ index: Int) -> String {
        [#"{"org.example.move":\#(index)}"#, #"{"people":[\#(index)]}"#, #"{"quit":null}"#][index % 3]
    }
}
