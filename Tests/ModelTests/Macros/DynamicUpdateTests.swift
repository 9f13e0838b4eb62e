import StreamImport
import Testing

/// Updates of properties that accept any value, with the code that the macro generates.
@Suite struct DynamicUpdateTests {
    // MARK: - Structs

    typealias Loose = DynamicModelTests.Loose

    @Test func dynamicStructPropertiesAreCopied() throws {
        var loose = Loose(any: 1, maybe: 2, list: [], object: ["a": 1], other: 3)
        let draft = try TestDraft(of: Loose.self)
        try draft.copy(Loose(any: "a", maybe: nil, list: [true], object: ["b": 2], other: nil))
        #expect(draft.contents == ["any", "maybe?", "list", "object", "other"])
        try draft.update(&loose)
        #expect(loose.any as? String == "a")
        #expect(loose.maybe == nil)
        #expect(loose.list as? [Bool] == [true])
        #expect(loose.object as? [String: Int] == ["b": 2])
        #expect(loose.other == nil)
    }

    @Test func emptyDraftKeepsDynamicStructProperties() throws {
        var loose = Loose(any: 1, maybe: 2, list: [3], object: ["a": 4], other: 5)
        try TestDraft(of: Loose.self).update(&loose)
        #expect((loose.any as? Int, loose.maybe as? Int, loose.other as? Int) == (1, 2, 5))
        #expect(loose.list as? [Int] == [3])
        #expect(loose.object as? [String: Int] == ["a": 4])
    }

    @Test func nullResetsDynamicStructProperties() throws {
        var loose = Loose(any: 1, maybe: 2, list: [3], object: ["a": 4], other: 5)
        let draft = try TestDraft(of: Loose.self)
        try draft.putNull("maybe")
        try draft.putNull("object")
        try draft.update(&loose)
        #expect(loose.maybe == nil)
        #expect(loose.object.isEmpty)
    }

    // MARK: - Classes

    @Importable
    final class LooseClass {
        var any: Any
        var list: [Any] = [1]
        var object: [String: Any]?
        var other: Any? = 1
        let constant: Any?

        init(any: Any, list: [Any], object: [String: Any]?, other: Any?, constant: Any? = nil) {
            (self.any, self.list, self.object, self.other) = (any, list, object, other)
            self.constant = constant
        }
    }

    @Test func dynamicClassPropertiesAreCopied() throws {
        var loose = LooseClass(any: 1, list: [2], object: nil, other: nil)
        let draft = try TestDraft(of: LooseClass.self)
        try draft.copy(LooseClass(any: "a", list: [true], object: ["b": 2], other: "c"))
        try draft.update(&loose)
        #expect(loose.any as? String == "a")
        #expect(loose.list as? [Bool] == [true])
        #expect(loose.object as? [String: Int] == ["b": 2])
        #expect(loose.other as? String == "c")
    }

    @Test func emptyDraftKeepsDynamicClassProperties() throws {
        var loose = LooseClass(any: 1, list: [2], object: ["a": 3], other: 4)
        try TestDraft(of: LooseClass.self).update(&loose)
        #expect((loose.any as? Int, loose.other as? Int) == (1, 4))
        #expect(loose.list as? [Int] == [2])
    }

    @Test func nullResetsDynamicClassProperties() throws {
        var loose = LooseClass(any: 1, list: [2], object: ["a": 3], other: 4)
        let draft = try TestDraft(of: LooseClass.self)
        for name in ["list", "object", "other"] { try draft.putNull(name) }
        try draft.update(&loose)
        #expect(loose.list as? [Int] == [1])
        #expect(loose.object == nil)
        #expect(loose.other as? Int == 1)
    }

    @Test func nonEquatableConstantReportsError() throws {
        var loose = LooseClass(any: 1, list: [], object: nil, other: nil, constant: 1)
        let draft = try TestDraft(of: LooseClass.self)
        try draft.copy(loose)
        let error = #expect(throws: ImportError.self) { try draft.update(&loose) }
        #expect(
            error?.message
                == #"expected the current value of the constant property "constant", found another one"#)
    }
}
