/// Where exported values go, part by part.
///
/// Types hand it on to their parts. There is nothing else to do with it: a type of one's own conforms to
/// ``ImportableScalar``, or has a plan.
public final class ExportOutput {
    let target: any ExportTarget
    let options: ExportOptions

    /// How the dates of the current field are written; `nil` if the field leaves it to the options, which make no
    /// date of a `Double`.
    var fieldDates: DateStrategy?

    /// What values of types that are not known before are in JSON.
    var forms = ValueForms()

    private var models: [ObjectIdentifier: ModelExport] = [:]
    private var depth: Int

    /// - Parameter depth: how many brackets are open around each value.
    init(to target: any ExportTarget, options: ExportOptions, depth: Int = 0) throws(ImportError) {
        if let fault = options.reading.fault { throw fault }
        self.target = target
        self.options = options
        self.depth = depth
    }

    var dates: DateStrategy { fieldDates ?? options.dates }

    func put(_ scalar: ExportedScalar) throws {
        try target.put(scalar.checked())
    }

    /// Writes an array whose elements `body` writes.
    func array(_ body: () throws -> Void) throws {
        try descend()
        try target.startArray()
        try body()
        try target.endArray()
        depth -= 1
    }

    /// Writes an object whose members `body` writes.
    func object(_ body: () throws -> Void) throws {
        try descend()
        try target.startObject()
        try body()
        try target.endObject()
        depth -= 1
    }

    /// Writes the value of a member.
    func member(_ key: String, _ body: () throws -> Void) throws {
        try target.key(key)
        do { try body() } catch { throw ImportError.exportRefused(error).inside(.key(key)) }
    }

    /// Writes an element of an array.
    func element(_ index: Int, _ body: () throws -> Void) throws {
        do { try body() } catch { throw ImportError.exportRefused(error).inside(.index(index)) }
    }

    private func descend() throws(ImportError) {
        depth += 1
        if depth > options.maximumDepth { throw .tooDeep(limit: options.maximumDepth, at: nil) }
    }
}

// MARK: - Models

extension ExportOutput {
    /// Writes the instance at a place.
    func model(at place: UnsafeRawPointer, of type: any Importable.Type) throws {
        var model = try model(of: type)
        if model.hasObjects {
            // SAFETY: the place has an instance of a class.
            let actual: any AnyObject.Type = unsafe Swift.type(of: place.load(as: AnyObject.self))
            if ObjectIdentifier(actual) != ObjectIdentifier(type), let actual = actual as? any Importable.Type
            {
                model = try self.model(of: actual)
            }
        }
        try unsafe model.write(place, to: self)
    }

    private func model(of type: any Importable.Type) throws -> ModelExport {
        if let model = models[ObjectIdentifier(type)] { return model }
        let model = try ModelExport(type, options)
        models[ObjectIdentifier(type)] = model
        return model
    }
}
