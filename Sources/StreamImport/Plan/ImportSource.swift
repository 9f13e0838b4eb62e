/// A value that becomes one instance: a dictionary or a JSON text, with the options of the import.
///
/// The library supplies all sources, and calls ``Importable/init(importing:)`` with them.
public protocol ImportSource {
    /// Makes an instance of the value.
    ///
    /// - Throws: ``ImportError``.
    func instance<Model: Importable>(of model: Model.Type) throws(ImportError) -> Model
}

extension Importable {
    /// Makes an instance of a value.
    ///
    /// A class that writes its plan by hand and has subclasses declares `required convenience init(importing:)`, which calls
    /// ``init(instanceOf:)``, so that calls with a metatype make instances of the subclass. The macro does it.
    @inlinable
    public init(importing source: some ImportSource) throws(ImportError) { try self.init(instanceOf: source) }

    /// Makes an instance of a value, of the class that it is called for.
    ///
    /// - Throws: ``ImportError``.
    @inlinable  // so that the instance is moved by code that knows its type
    public init(instanceOf source: some ImportSource) throws(ImportError) {
        self = try source.instance(of: Self.self)
    }
}
