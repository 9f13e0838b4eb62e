/// A value that becomes one instance: a dictionary or a JSON text, with the options of the import.
///
/// The library provides all sources, and passes them to ``Importable/init(importing:)``.
public protocol ImportSource {
    /// Creates an instance from the value.
    ///
    /// - Throws: ``ImportError``.
    func instance<Model: Importable>(of model: Model.Type) throws(ImportError) -> Model
}

extension Importable {
    /// Creates an instance from a value.
    ///
    /// A class that has subclasses and a plan written by hand declares `required convenience init(importing:)`, which
    /// calls ``init(instanceOf:)``, so that calls with a metatype create instances of the subclass. The macro writes
    /// this initializer.
    @inlinable
    public init(importing source: some ImportSource) throws(ImportError) { try self.init(instanceOf: source) }

    /// Creates an instance from a value, of the class that the initializer is called on.
    ///
    /// - Throws: ``ImportError``.
    @inlinable  // so that code that knows the type moves the instance
    public init(instanceOf source: some ImportSource) throws(ImportError) {
        self = try source.instance(of: Self.self)
    }
}
