/// Makes a struct, a class or an enum with raw values importable.
@attached(extension, conformances: Importable, names: named(init))
@attached(
    member, conformances: Importable,
    names: named(importPlan), named(storedImportPlan), named(ImportedFields), named(init))
public macro Importable() = #externalMacro(module: "StreamImportMacros", type: "ImportableMacro")

/// Names
@attached(peer)
public macro Key(_ names: String...) = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

/// Dates
@attached(peer)
public macro DateFormat(_ strategy: DateStrategy) =
    #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

/// Ignored
@attached(peer)
public macro Ignored() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

/// Extras
@attached(peer)
public macro Extras() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")

/// Lenient
@attached(peer)
public macro Lenient() = #externalMacro(module: "StreamImportMacros", type: "MarkerMacro")
