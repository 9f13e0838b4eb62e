import JSONRecords

/// A profile in JSON, for programs. Members without a value are omitted.
package struct ProfileReport {
    private let value: CompactJSON

    package init(_ profile: Profile) {
        value = [
            "records": .count(profile.records), "omittedMembers": .count(profile.omittedMembers),
            "paths": .array(profile.paths.map(Self.path)),
            "discriminator": profile.discriminator.map(Self.discriminator),
            "arrays": profile.arrays.isEmpty ? nil : .array(profile.arrays.map(Self.array)),
        ]
    }

    /// The report as one line of JSON.
    package var json: String { value.text.withEscapedControls }

    /// Returns the member that tells the records apart, with its values and the keys that depend on it.
    private static func discriminator(_ discriminator: ProfileDiscriminator) -> CompactJSON {
        let values = discriminator.casesByFrequency.map { source -> CompactJSON in
            ["value": .string(source.value), "records": .count(source.records)]
        }
        let paths = discriminator.dependentKeys.map { keys in
            CompactJSON.string("\(ProfiledPath(steps: keys.map(ProfiledPath.Step.key)))")
        }
        return [
            "path": .string("\(discriminator.path)"), "values": .array(values),
            "dependentPaths": .array(paths),
        ]
    }

    /// Returns an array of objects in the only record.
    private static func array(_ array: RecordArray) -> CompactJSON {
        ["path": .string("\(array.path)"), "objects": .count(array.objects)]
    }

    private static func path(_ profile: PathProfile) -> CompactJSON {
        let values = profile.values
        return [
            "path": .string("\(profile.path)"), "present": .count(profile.occurrences),
            "of": .count(profile.possibleOccurrences), "types": types(values.counts),
            "numbers": numbers(values),
            "strings": strings(values),
            "arrays": values.elementCounts.bounds.map { bounds in
                ["leastCount": .count(bounds.lowerBound), "greatestCount": .count(bounds.upperBound)]
            },
            "keysAreData": profile.isDictionary ? .bool(true) : nil,
            "isIncomplete": profile.isIncomplete ? .bool(true) : nil,
            "example": (values.example?.text).map(CompactJSON.string),
        ]
    }

    /// Returns the number of values of each type.
    private static func types(_ counts: TypeCounts) -> CompactJSON {
        func unlessNone(_ count: Int) -> CompactJSON? { count > 0 ? .count(count) : nil }
        return [
            "null": unlessNone(counts.nulls), "bool": unlessNone(counts.bools),
            "integer": unlessNone(counts.integers), "fraction": unlessNone(counts.fractions),
            "string": unlessNone(counts.strings), "array": unlessNone(counts.arrays),
            "object": unlessNone(counts.objects),
        ]
    }

    /// Returns the range of the numbers, and the types that hold all of them.
    private static func numbers(_ values: ValueProfile) -> CompactJSON? {
        guard let bounds = values.numbers.bounds else { return nil }
        let areIntegers = values.counts.fractions == 0
        let types = [
            ("Int64", areIntegers && values.numbers.fitInt64),
            ("UInt64", areIntegers && values.numbers.fitUInt64),
            ("Double", values.numbers.fitDouble), ("Decimal", values.numbers.fitDecimal),
        ]
        return [
            "least": bounds.least.map(CompactJSON.number),
            "greatest": bounds.greatest.map(CompactJSON.number),
            "fit": .array(types.filter(\.1).map { .string($0.0) }),
        ]
    }

    /// Returns the range of the strings' lengths, and the form that all strings have.
    private static func strings(_ values: ValueProfile) -> CompactJSON? {
        values.stringBytes.bounds.map { bounds in
            [
                "leastBytes": .count(bounds.lowerBound), "greatestBytes": .count(bounds.upperBound),
                "form": values.forms.name.map(CompactJSON.string),
            ]
        }
    }
}
