public import BenchmarkSupport
public import Foundation
public import StreamImport

/// The contenders of most workloads. They are inlinable, so that each is compiled for the type of its records.
extension Suite {
    /// Registers libyajl, which only counts events.
    public func baseline() {
        contender("Baseline", iterations: 15) { .counted(keys: try Baseline.countKeys(in: $0.path)) }
    }

    /// Registers Foundation's untyped parser, which parses the whole file. Only the values of the checksum are read from the
    /// dictionaries, and no models are made.
    @inlinable
    public func jsonSerialization() {
        contender("JSONSerialization", iterations: 3) { dump in
            var sum = Checksum()
            let records = try JSONSerialization.jsonObject(with: dump.data()) as? [JSONObject] ?? []
            for record in records { sum.add(record, as: Record.self) }
            return .bound(sum)
        }
    }
}

extension Suite where Record: Importable {
    /// Registers imports of records one by one, which keep none of them.
    @inlinable
    public func forEach(_ name: String, iterations: Int = 15, parser: RecordParser = .automatic) {
        contender(name, iterations: iterations) { dump in
            var options = ImportOptions()
            options.parser = parser
            var sum = Checksum()
            try StreamImporter.objects(of: Record.self, from: dump.url, options: options).forEach {
                sum.add($0)
            }
            return .bound(sum)
        }
    }

    /// Registers imports of records one by one, also with libyajl as the only parser.
    @inlinable
    public func forEach() {
        forEach("StreamImport")
        forEach("StreamImport libyajl", iterations: 9, parser: .libyajl)
    }

    /// Registers imports that collect all records in one array.
    @inlinable
    public func collect() {
        contender("StreamImport collect", iterations: 9) { dump in
            .bound(Checksum(of: try StreamImporter.objects(of: Record.self, from: dump.url).collect()))
        }
    }
}

extension Suite where Record: Decodable {
    /// Registers Foundation's decoder, which decodes the whole file.
    @inlinable
    public func jsonDecoder() {
        contender("JSONDecoder", iterations: 3) { dump in
            .bound(Checksum(of: try JSONDecoder().decode([Record].self, from: dump.data())))
        }
    }
}
