import BenchmarkSupport
import StreamImport

extension Contenders {
    /// Makes a model of each text.
    static func initializer(_ texts: [Text]) throws -> Outcome {
        var sum = Checksum()
        for text in texts { sum.add(try Person(json: text.string)) }
        return .bound(sum)
    }

    /// Updates one model with each text.
    static func update(_ texts: [Text]) throws -> Outcome {
        var sum = Checksum()
        guard let first = texts.first else { return .bound(sum) }
        var person = try Person(json: first.string)
        for text in texts {
            try person.update(from: text.string)
            sum.add(person)
        }
        return .bound(sum)
    }
}
