/// How much of a dump a profile keeps.
package struct ProfileLimits: Sendable {
    /// How many key paths are kept. 10,000 by default. What comes under others is counted, and not looked at.
    package var maximumPaths = 10_000

    /// How many keys an object at one place may have before it is asked whether they are data. 200 by default.
    package var maximumKeys = 200

    /// How deep arrays and objects are looked into. 32 levels by default: the compiler takes long for types nested deeper.
    package var maximumDepth = 32

    /// How many keys make an object worth asking where there is no room for more paths.
    var fewKeys: Int { min(20, maximumKeys) }

    /// The defaults.
    package init() {}
}
