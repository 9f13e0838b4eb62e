/// A generator of random JSON values as lists of tokens, between which white space is allowed.
package struct RandomJSON {
    package var random: Random

    package init(seed: Int) { random = Random(seed: UInt64(seed)) }

    /// Strings with quotes, brackets, commas and white space in them, some of them at the end of 64 bytes.
    private static let strings = [
        #""""#, #"" ""#, #""a""#, #""\"""#, #""\\""#, #""\\\" ],[ {""#, #""}, {""#, #""\u0020 \/ ""#,
        #""é 日 😀""#, #"" : ""#,
        "\"" + String(repeating: "\\\\", count: 31) + "\"", "\"" + String(repeating: " ", count: 61) + "\"",
        "\"" + String(repeating: "\\\"", count: 33) + " \"", "\"" + String(repeating: "x ", count: 70) + "\"",
    ]

    private static let spaces = [
        "", "", "", " ", " \t\r", "\n", "\r\n\t", "\n" + String(repeating: " ", count: 70),
    ]

    /// Returns a random value.
    package mutating func value(depth: Int = 3) -> [String] {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
        case 0: return [["0", "-1.50e+3", "12345678901234567890"].randomElement(using: &random)!]
        case 1: return [["true", "false", "null"].randomElement(using: &random)!]
        case 2, 3: return [string()]
        case 4:
            let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1) }
            return ["["] + elements.joined(separator: [","]) + ["]"]
        default:
            let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                [string(), ":"] + value(depth: depth - 1)
            }
            return ["{"] + members.joined(separator: [","]) + ["}"]
        }
    }

    private mutating func string() -> String { Self.strings.randomElement(using: &random)! }

    /// Returns tokens with random white space before, between and after them.
    ///
    /// - Parameter isLine: whether the white space has no line feeds.
    package mutating func spaced(_ tokens: [String], isLine: Bool = false) -> String {
        let spaces = isLine ? Array(Self.spaces.prefix(5)) : Self.spaces
        let space = { (random: inout Random) in spaces.randomElement(using: &random)! }
        return tokens.reduce(space(&random)) { $0 + $1 + space(&random) }
    }
}
