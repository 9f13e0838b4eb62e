import Testing

@testable import JSONRecords

/// The numbers of keys after insertions, removals and moves.
@Suite struct KeyIndexTests {
    private func withIndex(_ body: (inout KeyIndex) -> Void) {
        var index = KeyIndex(capacity: 0)
        body(&index)
        index.free()
    }

    private func withKey<Result>(_ text: String, _ body: (KeyText) -> Result) -> Result {
        let key = KeyText(copying: text)
        defer { key.free() }
        return body(key)
    }

    private func insert(_ text: String, in parent: Int = 0, _ index: inout KeyIndex) -> Int {
        withKey(text) { index.insert($0, in: parent) }
    }

    private func find(_ text: String, in parent: Int = 0, _ index: KeyIndex) -> Int? {
        withKey(text) { index.find($0, in: parent) }
    }

    @Test func insertedKeysAreFoundAfterTableGrows() {
        withIndex { index in
            for number in 0..<1000 {
                #expect(find("key \(number)", index) == nil)
                #expect(insert("key \(number)", &index) == number)
            }
            #expect(index.count == 1000)
            for number in 0..<1000 {
                #expect(find("key \(number)", index) == number)
                #expect(index[number].text == "key \(number)")
            }
        }
    }

    /// A comparison of `String`s treats the composed and the decomposed é as equal.
    @Test func canonicallyEquivalentKeysAreDifferent() {
        withIndex { index in
            #expect(insert("\u{E9}", &index) == 0)
            #expect(find("e\u{301}", index) == nil)
        }
    }

    @Test func keyIsFoundInItsParentOnly() {
        withIndex { index in
            for parent in -1..<100 { #expect(insert("id", in: parent, &index) == parent + 1) }
            for parent in -1..<100 { #expect(find("id", in: parent, index) == parent + 1) }
            #expect(find("id", in: 100, index) == nil)
        }
    }

    @Test func missingKeysOfSameParentGetDistinctNumbers() {
        withIndex { index in
            #expect(index.insert(.none, in: 7) == 0)
            #expect(index.insert(.none, in: 7) == 1)
        }
    }

    @Test func emptyKeyIsNotFoundAsMissingKey() {
        withIndex { index in
            #expect(index.insert(.none, in: 7) == 0)
            #expect(find("", in: 7, index) == nil)
            #expect(insert("", in: 7, &index) == 1)
            index.remove(0)
            #expect(find("", in: 7, index) == 1)
        }
    }

    @Test func movedKeyIsFoundInItsNewParentOnly() {
        withIndex { index in
            for number in 0..<100 { _ = insert("k\(number)", in: 1, &index) }
            for number in 0..<100 { index.move(number, to: 2) }
            for number in 0..<100 {
                #expect(find("k\(number)", in: 1, index) == nil)
                #expect(find("k\(number)", in: 2, index) == number)
            }
        }
    }

    @Test func removalInReverseOrderKeepsOtherNumbers() {
        withIndex { index in
            for number in 0..<10 { _ = insert("kept \(number)", &index) }
            for round in 0..<1000 {
                for number in 10..<13 { #expect(insert("round \(round), \(number)", &index) == number) }
                for number in (10..<13).reversed() { index.remove(number) }
                #expect(find("round \(round), 10", index) == nil)
            }
            #expect(index.count == 10)
            for number in 0..<10 { #expect(find("kept \(number)", index) == number) }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func randomChangesMatchReferenceDictionary(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        withIndex { index in
            var expected: [String: Int] = [:]
            for _ in 0..<2000 {
                let (text, parent) = ("\(random(50))", random(3))
                let name = "\(parent)/\(text)"
                if let number = expected[name] {
                    let newParent = random(3)
                    if expected["\(newParent)/\(text)"] == nil {
                        index.move(number, to: newParent)
                        expected["\(newParent)/\(text)"] = number
                    } else {
                        index.remove(number)
                    }
                    expected[name] = nil
                } else {
                    expected[name] = insert(text, in: parent, &index)
                }
                #expect(index.count == expected.count)
            }
            for text in 0..<50 {
                for parent in 0..<3 {
                    #expect(find("\(text)", in: parent, index) == expected["\(parent)/\(text)"])
                }
            }
        }
    }
}
