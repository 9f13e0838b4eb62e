import StreamImport

/// A profile for programs.
@Importable
package struct ProfileReport: Sendable {
    let records: Int
    let omittedMembers: Int
    let paths: [Path]

    /// What is at one path. What does not occur is left out.
    @Importable
    struct Path: Sendable {
        let path: String
        let present: Int
        let of: Int
        let types: Types
        let numbers: Numbers?
        let strings: Strings?
        let arrays: Arrays?
        let keysAreData: Bool?
        let isIncomplete: Bool?
        let example: String?
    }

    /// How many values there are of each type.
    @Importable
    struct Types: Sendable {
        let null: Int?
        let bool: Int?
        let integer: Int?
        let fraction: Int?
        let string: Int?
        let array: Int?
        let object: Int?
    }

    @Importable
    struct Numbers: Sendable {
        let least: JSONValue?
        let greatest: JSONValue?
        /// The types that hold all of the numbers.
        let fit: [String]
    }

    @Importable
    struct Strings: Sendable {
        let leastBytes: Int
        let greatestBytes: Int
        let form: String?
    }

    @Importable
    struct Arrays: Sendable {
        let leastCount: Int
        let greatestCount: Int
    }
}

extension ProfileReport {
    package init(_ profile: Profile) {
        records = profile.records
        omittedMembers = profile.omittedKeys
        paths = profile.paths.map(Path.init)
    }

    /// The report in one line of JSON.
    package var json: String {
        get throws {
            var options = ExportOptions()
            options.format = .lines
            let bytes = try StreamExporter.bytes(of: [self], options: options)
            return String(decoding: bytes.dropLast(), as: UTF8.self)
        }
    }
}

extension ProfileReport.Path {
    fileprivate init(_ profile: PathProfile) {
        let values = profile.values
        path = "\(profile.path)"
        present = profile.occurrences
        of = profile.opportunities
        types = ProfileReport.Types(values.counts)
        numbers = ProfileReport.Numbers(values)
        strings = values.stringBytes.bounds.map { bounds in
            ProfileReport.Strings(
                leastBytes: bounds.lowerBound, greatestBytes: bounds.upperBound, form: values.forms.name)
        }
        arrays = values.elements.bounds.map { bounds in
            ProfileReport.Arrays(leastCount: bounds.lowerBound, greatestCount: bounds.upperBound)
        }
        keysAreData = profile.isDictionary ? true : nil
        isIncomplete = profile.isCut ? true : nil
        example = values.example?.text
    }
}

extension ProfileReport.Types {
    fileprivate init(_ counts: TypeCounts) {
        func unlessNone(_ count: Int) -> Int? { count > 0 ? count : nil }
        self.init(
            null: unlessNone(counts.nulls), bool: unlessNone(counts.bools),
            integer: unlessNone(counts.integers),
            fraction: unlessNone(counts.fractions), string: unlessNone(counts.strings),
            array: unlessNone(counts.arrays), object: unlessNone(counts.objects))
    }
}

extension ProfileReport.Numbers {
    fileprivate init?(_ values: ValueProfile) {
        guard let bounds = values.numbers.bounds else { return nil }
        least = bounds.least.map { .number($0) }
        greatest = bounds.greatest.map { .number($0) }
        let areIntegers = values.counts.fractions == 0
        let types = [
            ("Int64", areIntegers && values.numbers.fitInt64),
            ("UInt64", areIntegers && values.numbers.fitUInt64),
            ("Double", values.numbers.fitDouble), ("Decimal", values.numbers.fitDecimal),
        ]
        fit = types.filter(\.1).map(\.0)
    }
}
