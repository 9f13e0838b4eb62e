import Foundation
import StreamImport
import TestSupport
import Testing

/// Arrays of models from a text in memory.
@Suite struct JSONRecordsTextTests {
    static let texts: [(text: String, values: [Int])] = [
        ("[1,2]", [1, 2]), ("[]", []), (" [ 3 ] ", [3]), ("4", [4]), ("5\n6\n", [5, 6]),
        ("7 8\n9", [7, 8, 9]),
    ]

    @Test(arguments: texts)
    func textBecomesArrayOfItsRecords(text: String, values: [Int]) throws {
        #expect(try [Int](json: text) == values)
        #expect(try [Int](json: Data(text.utf8)) == values)
        #expect(try [Int](json: Array(text.utf8)) == values)
        #expect(try StreamImporter.objects(of: Int.self, from: text).collect() == values)
    }

    /// The array type is a generic parameter or a metatype.
    @Test(arguments: texts)
    func genericCodeMakesSameArray(text: String, values: [Int]) throws {
        func make<Model: Importable>(_ model: Model.Type) throws -> Model { try Model(json: text) }
        #expect(try make([Int].self) == values)
        let type: any Importable.Type = [Int].self
        #expect(try type.init(json: text) as? [Int] == values)
    }

    @Test func arrayRecordsBecomeNestedArrays() throws {
        #expect(try [[Int]](json: "[[1],[],[2,3]]") == [[1], [], [2, 3]])
        #expect(throws: ImportError.self) { try [[Int]](json: "[1]") }
    }

    @Test func rejectedRecordsFollowErrorPolicy() throws {
        let text = #"[{"x":1},{"y":2},{"x":3,"y":4}]"#
        let error = #expect(throws: ImportError.self) { try [Point](json: text) }
        #expect(
            error.map(render)
                == #"missingKeys at 1:10 (9), record 2, $[1]: missing required key "x" of Point"#)
        let rejected = Locked<[Int]>([])
        var options = ImportOptions()
        options.errorPolicy = .skip(limit: 1)
        options.onRejected = { record in rejected.withLock { $0.append(record.number) } }
        #expect(try [Point](json: text, options: options) == [Point(x: 1), Point(x: 3, y: 4)])
        #expect(rejected.withLock { $0 } == [2])
        options.errorPolicy = .skip(limit: 0)
        let limitError = #expect(throws: ImportError.self) { try [Point](json: text, options: options) }
        #expect(limitError?.code == .tooManyRejected)
    }

    @Test func formatOptionSelectsFraming() throws {
        var options = ImportOptions()
        options.format = .lines
        #expect(try [Int](json: "", options: options) == [])
        #expect(try [Int](json: "1\n\n2", options: options) == [1, 2])
        #expect(throws: ImportError.self) { try [Int](json: "") }
        options.format = .sequence
        #expect(try [[Int]](json: "[1][2]", options: options) == [[1], [2]])
        options.format = .json
        #expect(throws: ImportError.self) { try [Int](json: "1 2", options: options) }
    }

    /// The reader of a text is reused for later texts of any framing.
    @Test func framingOfPreviousTextHasNoEffect() {
        let texts = [
            "[1,2]", "1\n2\n", "1 2 3", "[", "1\nx\n3\n", "", "[[1]]", "[1] 2", "1\n2", "01", "[1,]",
        ]
        var random = Random(seed: 3)
        for format in ImportFormat.allCases {
            var options = ImportOptions()
            options.errorPolicy = .skip()
            options.format = format
            func outcome(_ text: String, _ values: () throws -> [Int]) -> String {
                do { return "\(try values())" } catch { return "\(error)" }
            }
            let expected = texts.map { text in
                outcome(text) {
                    try StreamImporter.objects(of: Int.self, from: text, options: options).collect()
                }
            }
            for _ in 0..<200 {
                let index = Int.random(in: texts.indices, using: &random)
                let text = texts[index]
                #expect(outcome(text) { try [Int](json: text, options: options) } == expected[index])
                #expect((try? Int(json: "\(index)")) == index)
            }
        }
    }
}
