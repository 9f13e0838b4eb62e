import Foundation
import StreamImport

/// The functions that import records from each type of input.
protocol VariantImports {
    associatedtype Model: Equatable & SendableMetatype

    func objects(from input: ImportInput, at path: JSONPath, _ options: ImportOptions)
        -> ImportSequence<Model>
    func objects<Piece: Sequence<UInt8>>(
        from chunks: Pieces<Piece>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<Piece>>
    func objects(
        from bytes: Pieces<UInt8>, at path: JSONPath, _ options: ImportOptions
    ) -> AsyncImportSequence<Model, Pieces<UInt8>>

    /// Whether arrays can be made of inputs.
    static var makesArrays: Bool { get }
    /// Returns an array of the records of an input.
    func array(from input: ImportInput, _ options: ImportOptions) throws -> [Model]
}

/// The functions that import an importable type.
struct ModelImports<Model: Importable & Equatable>: VariantImports {
    func objects(from input: ImportInput, at path: JSONPath, _ options: ImportOptions)
        -> ImportSequence<Model>
    {
        StreamImporter.objects(of: Model.self, from: input, at: path, options: options)
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

    func array(from input: ImportInput, _ options: ImportOptions) throws -> [Model] {
        try [Model](json: input, options: options)
    }
}

/// The functions that import records with a decoder.
struct DecodingImports<Model: Decodable & Equatable & SendableMetatype>: VariantImports {
    let decoder: JSONDecoder

    func objects(from input: ImportInput, at path: JSONPath, _ options: ImportOptions)
        -> ImportSequence<Model>
    {
        StreamImporter.objects(decoding: Model.self, from: input, at: path, options: options, using: decoder)
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

    func array(from input: ImportInput, _ options: ImportOptions) throws -> [Model] {
        preconditionFailure("a decoder makes no array")
    }
}
