import Foundation
import StreamImport

/// Returns the exported text of records.
func exported<Model: Importable>(
    _ records: [Model], _ configure: (inout ExportOptions) -> Void = { _ in }
) throws -> String {
    var options = ExportOptions()
    configure(&options)
    return String(decoding: try StreamExporter.bytes(of: records, options: options), as: UTF8.self)
}

/// Returns the exported line of one record, without the line feed.
func exportedLine(
    _ record: some Importable, _ configure: (inout ExportOptions) -> Void = { _ in }
) throws -> String {
    try String(
        exported([record]) {
            configure(&$0)
            $0.format = .lines
        }.dropLast())
}

/// Returns the description of the error that `body` throws; `nil` if `body` does not throw.
func errorMessage(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// A model with one field of any type, and a plan that is written by hand.
struct Box<Value: Importable>: Importable {
    var value: Value

    init(_ value: Value) { self.value = value }

    static var importPlan: ImportPlan {
        ImportPlan(Box.self) { fields in
            let value = fields.required("value", Value.self)
            return ModelOperations(
                make: { draft in Box(draft[value]) },
                update: { draft, old in Box(draft.updated(old.value, value)) },
                decompose: { box, values in values.add(box.value, value) },
                properties: { [\.value: "value"] })
        }
    }
}

extension Box: Equatable where Value: Equatable {}
extension Box: Sendable where Value: Sendable {}

/// A record that cannot be exported with the default options.
let nanRecord = Box(Double.nan)

extension ExportOptions {
    /// The default options with changes.
    static func with(_ configure: (inout ExportOptions) -> Void) -> ExportOptions {
        var options = ExportOptions()
        configure(&options)
        return options
    }
}

/// The text of a file.
func text(of url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
}
