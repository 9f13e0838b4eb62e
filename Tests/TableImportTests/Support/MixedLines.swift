import TestSupport

/// Lines with records of all kinds that can affect a resumed import: types that change, new keys, equal values of the key
/// column, nulls, and records that are rejected for various reasons.
enum MixedLines {
    struct Line: Sendable {
        /// The name of the records of this kind.
        let kind: String
        let text: String

        init(_ kind: String, _ text: String) { (self.kind, self.text) = (kind, text + "\n") }
    }

    static let count = TestTier.count(60, full: 400)

    /// Records without arrays of their own tables.
    static let plain = lines { number, quarter in
        switch quarter {
        case _ where number % 29 == 0: Line("without key", #"{"x":\#(number)}"#)
        case 2...:
            Line(
                "text",
                #"{"id":\#(number % (count / 4)),"v":"\#(number)","k\#(number / (count / 8))":\#(number)}"#)
        case 1: Line("real", #"{"id":\#(number),"v":0.5,"k":[\#(number)]}"#)
        default: Line("integer", #"{"id":\#(number),"v":\#(number)}"#)
        }
    }

    /// Records with the arrays `items` and `o.tags`.
    static let withArrays = lines { number, quarter in
        switch quarter {
        case _ where number % 29 == 0: Line("without key", #"{"items":[\#(number)]}"#)
        case _ where number % 19 == 0:
            Line("incomplete array", #"{"id":\#(number),"items":[{"x\#(number)":1},"#)
        case 2...:
            Line(
                "text",
                #"{"id":\#(number % (count / 4)),"o":{"tags":["\#(number)"]},"items":[{"v":"\#(number)","u":{"w":null}}]}"#
            )
        case 1:
            Line("real", #"{"items":[{"v":0.5,"k\#(number / (count / 8))":[1]},\#(number)],"id":\#(number)}"#)
        default:
            Line(
                "integer",
                #"{"id":\#(number),"items":[{"v":\#(number),"p":[1,{"q":[\#(number)]}]},{"u":null}],"o":{"tags":[]}}"#
            )
        }
    }

    /// The columns of a schema, and its rest column.
    static let columns =
        #"{"name":"id","type":"INTEGER"},{"name":"v","type":"NUMERIC"},{"name":"o_x","path":["o","x"],"type":"TEXT"},{"name":"any"}"#
    static let restColumn = #",{"name":"rest","path":[],"type":"TEXT"}"#

    /// Records with values that fit the columns and others, and unknown keys.
    static let ofSchema = lines { number, quarter in
        switch quarter {
        case _ where number % 29 == 0: Line("unknown key", #"{"id":\#(number),"x\#(number)":\#(number)}"#)
        case _ where number % 31 == 0: Line("other type", #"{"id":"\#(number)"}"#)
        case _ where number % 37 == 0: Line("no object", #"{"id":\#(number),"o":\#(number)}"#)
        case 2...:
            Line("text", #"{"id":\#(number),"v":\#(number).5,"any":"\#(number)","o":{"x":"a"}}"#)
        case 1: Line("real", #"{"id":\#(number),"any":0.5,"v":null}"#)
        default: Line("integer", #"{"id":\#(number),"v":\#(number),"any":\#(number)}"#)
        }
    }

    /// - Parameter line: returns the line with a number, which is in a quarter of the lines, counted from 0.
    private static func lines(_ line: (_ number: Int, _ quarter: Int) -> Line) -> [Line] {
        (1...count).map { number in
            switch number {
            case _ where number % 17 == 0: Line("array", "[\(number)]")
            case _ where number % 23 == 0: Line("incomplete", #"{"id":"#)
            default: line(number, number * 4 / count)
            }
        }
    }
}
