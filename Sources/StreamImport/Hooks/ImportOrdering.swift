/// A model whose hooks must be called in the order of the input, on one thread.
///
///     extension Entry: ImportOrdering {}
///
/// An import of such a model, or of a model that contains it, parses on one thread whatever ``ImportOptions/parallelism``
/// says. Models with hooks that depend on earlier records conform to the protocol.
public protocol ImportOrdering: Importable {}
