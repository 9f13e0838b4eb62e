import Foundation
import StreamImport

/// The functions that import records from each type of input.
protocol VariantImports {
    associatedtype Model: Equatable & SendableMetatype

    func objects(from url: URL, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model>
    func objects(from handle: FileHandle, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<
        Model
    >
    func objects(from data: Data, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model>
    func objects(from bytes: [UInt8], at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model>
    func objects(from text: String, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model>

    func objects<Piece: Sequence<UInt8>>(
        from chunks: Pieces<Piece>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<Piece>>
    func objects(
        from bytes: Pieces<UInt8>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<UInt8>>

    /// Returns functions that make an array of the records of a text.
    func arrays(from text: [UInt8], _ options: ImportOptions) -> [() throws -> [Model]]
}

/// The functions that import an importable type.
struct ModelImports<Model: Importable & Equatable>: VariantImports {
    func objects(from url: URL, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model> {
        StreamImporter.objects(of: Model.self, from: url, at: path, options: options)
    }

    func objects(from handle: FileHandle, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<
        Model
    > {
        StreamImporter.objects(of: Model.self, from: handle, at: path, options: options)
    }

    func objects(from data: Data, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model> {
        StreamImporter.objects(of: Model.self, from: data, at: path, options: options)
    }

    func objects(from bytes: [UInt8], at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model> {
        StreamImporter.objects(of: Model.self, from: bytes, at: path, options: options)
    }

    func objects(from text: String, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model> {
        StreamImporter.objects(of: Model.self, from: text, at: path, options: options)
    }

    func objects<Piece: Sequence<UInt8>>(
        from chunks: Pieces<Piece>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<Piece>> {
        StreamImporter.objects(of: Model.self, from: chunks, at: path, options: options)
    }

    func objects(
        from bytes: Pieces<UInt8>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<UInt8>> {
        StreamImporter.objects(of: Model.self, from: bytes, at: path, options: options)
    }

    func arrays(from text: [UInt8], _ options: ImportOptions) -> [() throws -> [Model]] {
        var calls: [() throws -> [Model]] = [
            { try [Model](json: text, options: options) },
            { try [Model](json: Data(text), options: options) },
        ]
        if let string = String(validating: text, as: UTF8.self) {
            calls.append { try [Model](json: string, options: options) }
        }
        return calls
    }
}

/// The functions that import records with a decoder.
struct DecodingImports<Model: Decodable & Equatable & SendableMetatype>: VariantImports {
    let decoder: JSONDecoder

    func objects(from url: URL, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model> {
        StreamImporter.objects(
            decoding: Model.self, from: url, at: path, options: options, using: decoder)
    }

    func objects(from handle: FileHandle, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<
        Model
    > {
        StreamImporter.objects(
            decoding: Model.self, from: handle, at: path, options: options, using: decoder)
    }

    func objects(from data: Data, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model> {
        StreamImporter.objects(
            decoding: Model.self, from: data, at: path, options: options, using: decoder)
    }

    func objects(from bytes: [UInt8], at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model> {
        StreamImporter.objects(
            decoding: Model.self, from: bytes, at: path, options: options, using: decoder)
    }

    func objects(from text: String, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<Model> {
        StreamImporter.objects(
            decoding: Model.self, from: text, at: path, options: options, using: decoder)
    }

    func objects<Piece: Sequence<UInt8>>(
        from chunks: Pieces<Piece>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<Piece>> {
        StreamImporter.objects(
            decoding: Model.self, from: chunks, at: path, options: options, using: decoder)
    }

    func objects(
        from bytes: Pieces<UInt8>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<UInt8>> {
        StreamImporter.objects(
            decoding: Model.self, from: bytes, at: path, options: options, using: decoder)
    }

    func arrays(from text: [UInt8], _ options: ImportOptions) -> [() throws -> [Model]] { [] }
}
