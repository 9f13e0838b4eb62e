import Foundation
import StreamImport

/// An input that can be read synchronously.
enum VariantSource {
    case url(URL), handle(FileHandle), data(Data), bytes([UInt8]), text(String)
}

/// The functions that import records from each type of input.
protocol VariantImports {
    associatedtype Model: Equatable & SendableMetatype

    func objects(from source: VariantSource, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<
        Model
    >
    func objects<Piece: Sequence<UInt8>>(
        from chunks: Pieces<Piece>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<Piece>>
    func objects(
        from bytes: Pieces<UInt8>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<UInt8>>

    /// Whether arrays can be made of texts in memory.
    static var makesArrays: Bool { get }
    /// Returns an array of the records of a text in memory.
    func array(from source: VariantSource, _ options: ImportOptions) throws -> [Model]
}

/// The functions that import an importable type.
struct ModelImports<Model: Importable & Equatable>: VariantImports {
    func objects(from source: VariantSource, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<
        Model
    > {
        switch source {
        case .url(let url): StreamImporter.objects(of: Model.self, from: url, at: path, options: options)
        case .handle(let handle):
            StreamImporter.objects(of: Model.self, from: handle, at: path, options: options)
        case .data(let data): StreamImporter.objects(of: Model.self, from: data, at: path, options: options)
        case .bytes(let bytes):
            StreamImporter.objects(of: Model.self, from: bytes, at: path, options: options)
        case .text(let text): StreamImporter.objects(of: Model.self, from: text, at: path, options: options)
        }
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

    static var makesArrays: Bool { true }

    func array(from source: VariantSource, _ options: ImportOptions) throws -> [Model] {
        switch source {
        case .data(let data): try [Model](json: data, options: options)
        case .bytes(let bytes): try [Model](json: bytes, options: options)
        case .text(let text): try [Model](json: text, options: options)
        case .url, .handle: preconditionFailure("the text is not in memory")
        }
    }
}

/// The functions that import records with a decoder.
struct DecodingImports<Model: Decodable & Equatable & SendableMetatype>: VariantImports {
    let decoder: JSONDecoder

    func objects(from source: VariantSource, at path: JSONPath, _ options: ImportOptions) -> ImportSequence<
        Model
    > {
        let model = Model.self
        return switch source {
        case .url(let url):
            StreamImporter.objects(decoding: model, from: url, at: path, options: options, using: decoder)
        case .handle(let handle):
            StreamImporter.objects(decoding: model, from: handle, at: path, options: options, using: decoder)
        case .data(let data):
            StreamImporter.objects(decoding: model, from: data, at: path, options: options, using: decoder)
        case .bytes(let bytes):
            StreamImporter.objects(decoding: model, from: bytes, at: path, options: options, using: decoder)
        case .text(let text):
            StreamImporter.objects(decoding: model, from: text, at: path, options: options, using: decoder)
        }
    }

    func objects<Piece: Sequence<UInt8>>(
        from chunks: Pieces<Piece>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<Piece>> {
        StreamImporter.objects(decoding: Model.self, from: chunks, at: path, options: options, using: decoder)
    }

    func objects(
        from bytes: Pieces<UInt8>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<UInt8>> {
        StreamImporter.objects(decoding: Model.self, from: bytes, at: path, options: options, using: decoder)
    }

    static var makesArrays: Bool { false }

    func array(from source: VariantSource, _ options: ImportOptions) throws -> [Model] {
        preconditionFailure("a decoder makes no array")
    }
}
