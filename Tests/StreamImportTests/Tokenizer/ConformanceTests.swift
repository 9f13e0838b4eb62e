import Foundation
import StreamImport
import Testing

/// The texts of `ValidJSON` are imported as their values. The texts and bytes of `InvalidJSON` are syntax errors.
@Suite struct ConformanceTests {
    @Test(arguments: ValidJSON.texts)
    func validTextIsParsedToItsValue(text: String, value: JSONValue) throws {
        let outcome = try importAllChunkSizes(to: JSONValue?.self, from: Array(text.utf8)) {
            $0.format = .json
        }
        #expect(outcome.message == nil, "\(text)")
        // The elements of an array are the records.
        if case .array(let elements) = value {
            #expect(outcome.records == elements.map { $0 == .null ? nil : $0 }, "\(text)")
        } else {
            #expect(outcome.records == [value == .null ? nil : value], "\(text)")
        }
    }

    @Test(arguments: ValidJSON.texts)
    func validTextIsAcceptedInSkippedValue(text: String, value: JSONValue) throws {
        let embeddedText = Array("[{\"z\":\(text),\"x\":1}]".utf8)
        let outcome = try importAllChunkSizes(to: Point.self, from: embeddedText) { $0.format = .json }
        #expect(outcome.message == nil, "\(text)")
        #expect(outcome.records == [Point(x: 1)])
    }

    @Test(arguments: ValidJSON.texts)
    func foundationParsesValidTextToSameValue(text: String, value: JSONValue) throws {
        // Foundation drops a byte order mark if it is the only character of a string.
        guard !text.contains("\u{FEFF}") else { return }
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        #expect(Self.isSame(object, value), "\(text): \(object)")
    }

    @Test(arguments: InvalidJSON.texts)
    func invalidTextThrowsSyntaxError(text: String) throws {
        let outcome = try importAllChunkSizes(to: JSONValue.self, from: Array(text.utf8)) {
            $0.format = .json
        }
        #expect(
            outcome.error?.category == .syntax, "\(text.debugDescription): \(outcome.message ?? "accepted")")
        #expect(outcome.error?.location != nil || outcome.error?.code == .invalidEncoding)
    }

    @Test(arguments: InvalidJSON.texts)
    func invalidTextInSkippedValueThrowsSyntaxError(text: String) throws {
        let embeddedText = Array("[{\"z\":\(text),\"x\":1}]".utf8)
        // In an object, a text that closes the object or adds members can be valid, or can have an error of another
        // category.
        guard !InvalidJSON.validWhenEmbedded.contains(text) else { return }
        let outcome = try importAllChunkSizes(to: Anything.self, from: embeddedText) { $0.format = .json }
        #expect(
            outcome.error?.category == .syntax, "\(text.debugDescription): \(outcome.message ?? "accepted")")
    }

    @Test(arguments: InvalidJSON.bytes)
    func invalidBytesThrowSyntaxError(bytes: [UInt8]) throws {
        let outcome = try importAllChunkSizes(to: JSONValue.self, from: bytes) { $0.format = .json }
        #expect(outcome.error?.category == .syntax, "\(bytes): \(outcome.message ?? "accepted")")
    }

    /// A model that accepts every object.
    private struct Anything: Importable, Equatable {
        static let importPlan = ImportPlan(Anything.self) { _ in { _ in Anything() } }
    }

    /// Returns whether Foundation's value equals a JSON value. Numbers are equal if they differ by at most 1e-15 of
    /// their size, because Foundation reads most numbers as doubles.
    private static func isSame(_ object: Any, _ value: JSONValue) -> Bool {
        switch value {
        case .null: return object is NSNull
        case .bool(let bool): return object as? Bool == bool
        case .string(let string): return (object as? String).map { Array($0.utf8) } == Array(string.utf8)
        case .number(let text):
            guard let number = object as? NSNumber, let double = Double(text) else { return false }
            return abs(number.doubleValue - double) <= abs(double) * 1e-15
        case .array(let elements):
            guard let array = object as? [Any], array.count == elements.count else { return false }
            return zip(array, elements).allSatisfy { isSame($0, $1) }
        case .object(let members):
            guard let dictionary = object as? [String: Any], dictionary.count == members.count else {
                return false
            }
            return members.allSatisfy { key, value in dictionary[key].map { isSame($0, value) } == true }
        }
    }
}
