// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// Whether warnings are errors. `.ci/run` sets the variable; in a user's build, warnings are never errors.
let treatsWarningsAsErrors = Context.environment["WARNINGS_AS_ERRORS"] != nil

/// The path of a program with the compiled macros; `nil` if SwiftPM compiles the macros for the compiler. `Tests/run` sets
/// the variable: it builds the program and the tests of the macros with the same modules of swift-syntax, so that these are
/// not compiled twice. `.ci/run` sets it as well, so that no other build compiles swift-syntax.
let macroPlugin = Context.environment["MACRO_PLUGIN"]

/// Whether the program can import into PostgreSQL, which needs libpq. `make` and `Tests/run` set the variable where libpq is
/// installed. Without it, nothing looks for libpq.
let hasPostgres = Context.environment["POSTGRESQL"]?.isEmpty == false

/// Whether a release build has the checks of a debug build. `Tests/run` sets the variable.
let hasDebugChecks = Context.environment["DEBUG_CHECKS"] != nil

let settings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableExperimentalFeature("Lifetimes"),
    ] + (treatsWarningsAsErrors ? [.treatAllWarnings(as: .error)] : [])
    + (hasDebugChecks ? [.define("DEBUG")] : [])

/// The settings of targets that declare or use the macros. The program of the macros is no input of a build, so its name
/// defines a condition: a program of another name compiles the targets again.
let macroSettings: [SwiftSetting] =
    settings
    + (macroPlugin.map { path in
        [
            .unsafeFlags(["-load-plugin-executable", "\(path)#StreamImportMacros"]),
            .define(String(path.split(separator: "/").last ?? "")),
        ]
    } ?? [])

/// Returns the dependency on a product of swift-syntax, which only the macros need.
func syntax(_ product: String) -> Target.Dependency {
    .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

let package = Package(
    name: "stream-importer",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "StreamImport", targets: ["StreamImport"]),
        .library(name: "StreamImportGRDB", targets: ["StreamImportGRDB"]),
        .executable(name: "stream-import", targets: ["stream-import"]),
    ],
    traits: [
        .trait(
            name: "Macros",
            description: "The macros, such as @Importable. Without this trait, swift-syntax is not built."),
        .default(enabledTraits: ["Macros"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "603.0.0"..<"604.0.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CYajl", pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CZstd", pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(
            name: "CBzip2", providers: [.apt(["libbz2-dev"]), .brew(["bzip2"])]),
        .systemLibrary(
            name: "CLzma", pkgConfig: "liblzma",
            providers: [.apt(["liblzma-dev"]), .brew(["xz"])]),
        .systemLibrary(
            name: "CLz4", pkgConfig: "liblz4",
            providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
        .systemLibrary(
            name: "CXxhash", pkgConfig: "libxxhash",
            providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
        .target(name: "CTextMasks"),
        .target(name: "CPlainRecords", dependencies: ["CTextMasks", "CYajl"]),
        .target(name: "ImportNames", swiftSettings: settings),
        .target(
            name: "JSONRecords",
            dependencies: [
                "CBzip2", "CLz4", "CLzma", "CPlainRecords", "CTextMasks", "CYajl", "CZlib", "CZstd",
                "ImportNames",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "StreamImport",
            dependencies: [
                "CYajl", "ImportNames", "JSONRecords",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: macroSettings),
        // A library, because a test of a macro target makes SwiftPM build all targets for the compiler's machine as well.
        .target(
            name: "MacroExpansion",
            dependencies: [
                "ImportNames",
                syntax("SwiftDiagnostics"), syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"),
                syntax("SwiftSyntaxMacros"),
            ],
            swiftSettings: settings),
        .target(name: "FixtureGenerator", swiftSettings: settings),
        .executableTarget(
            name: "make-fixture",
            dependencies: [
                "CZlib", "FixtureGenerator",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "SQLiteSupport",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "StreamImportGRDB",
            dependencies: [
                "SQLiteSupport", "StreamImport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "TableImport",
            dependencies: (hasPostgres ? ["CPostgres"] : []) + [
                "CXxhash", "JSONRecords", "SQLiteSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: hasPostgres ? [] : ["Postgres"],
            swiftSettings: settings + (hasPostgres ? [.define("POSTGRESQL")] : [])),
        .target(
            name: "DumpProfile", dependencies: ["ImportNames", "JSONRecords"],
            resources: [.embedInCode("Page/page.css"), .embedInCode("Page/page.js")],
            swiftSettings: settings),
        .target(name: "TerminalProgress", dependencies: ["JSONRecords"], swiftSettings: settings),
        .executableTarget(
            name: "stream-import",
            dependencies: [
                "DumpProfile", "JSONRecords", "SQLiteSupport", "TableImport", "TerminalProgress",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["CBzip2", "CLz4", "CLzma", "CZlib", "CZstd"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(name: "ImportNamesTests", dependencies: ["ImportNames"], swiftSettings: settings),
        .testTarget(
            name: "JSONRecordsTests",
            dependencies: [
                "FixtureGenerator", "JSONRecords", "RecordInvariants", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StreamImportTests",
            dependencies: [
                "JSONRecords", "StreamImport", "ModelInvariants", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: macroSettings),
        // The folder Support is that of StreamImportTests. In two modules, the tests are compiled on two cores.
        .testTarget(
            name: "ModelTests",
            dependencies: [
                "JSONRecords", "StreamImport", "ModelInvariants", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: macroSettings),
        .testTarget(
            name: "MacroExpansionTests",
            dependencies: [
                "MacroExpansion",
                syntax("SwiftParser"), syntax("SwiftSyntaxMacroExpansion"),
                syntax("SwiftSyntaxMacrosGenericTestSupport"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FixtureGeneratorTests",
            dependencies: ["FixtureGenerator"],
            swiftSettings: settings),
        .testTarget(
            name: "StreamImportGRDBTests",
            dependencies: [
                "StreamImport", "StreamImportGRDB", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: macroSettings),
        .testTarget(
            name: "TableImportTests",
            dependencies: [
                "JSONRecords", "SQLiteSupport", "TableImport", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "DumpProfileTests",
            dependencies: ["DumpProfile", "FixtureGenerator", "JSONRecords", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "TerminalProgress", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        // A program that measures itself. Its malloc counts allocations, and must not be part of another process.
        .target(name: "CGauge", dependencies: ["CYajl"], path: "Tests/Gauge/CGauge"),
        .executableTarget(
            name: "import-gauge",
            dependencies: [
                "CGauge", "FixtureGenerator", "StreamImport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Gauge/import-gauge",
            swiftSettings: macroSettings),
        .testTarget(name: "GaugeTests", dependencies: ["TestSupport"], swiftSettings: settings),
        // The invariants, and the programs that `make fuzz` builds to search for inputs that break an invariant.
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .target(
            name: "FuzzSupport", dependencies: ["CFuzzer"], path: "Tests/Fuzz/FuzzSupport",
            swiftSettings: settings),
        .target(
            name: "RecordInvariants", dependencies: ["JSONRecords", "TestSupport"],
            path: "Tests/Fuzz/RecordInvariants",
            swiftSettings: settings),
        .target(
            name: "ModelInvariants", dependencies: ["StreamImport", "TestSupport"],
            path: "Tests/Fuzz/ModelInvariants",
            swiftSettings: macroSettings),
        .executableTarget(
            name: "fuzz-records", dependencies: ["FuzzSupport", "RecordInvariants"],
            path: "Tests/Fuzz/fuzz-records",
            swiftSettings: settings),
        .executableTarget(
            name: "fuzz-models", dependencies: ["FuzzSupport", "ModelInvariants"],
            path: "Tests/Fuzz/fuzz-models",
            swiftSettings: settings),
    ]
)

// The macros, as a part of the compiler, or as a program that `MACRO_PLUGIN` names.
let macroDependencies: [Target.Dependency] =
    ["MacroExpansion", syntax("SwiftCompilerPlugin"), syntax("SwiftSyntaxMacros")]
if macroPlugin == nil {
    package.targets.append(
        .macro(
            name: "StreamImportMacros", dependencies: macroDependencies, swiftSettings: settings))
    let user = package.targets.first { $0.name == "StreamImport" }
    user?.dependencies.append(.target(name: "StreamImportMacros", condition: .when(traits: ["Macros"])))
} else {
    package.targets.append(
        .executableTarget(
            name: "StreamImportMacros", dependencies: macroDependencies, swiftSettings: settings))
}

if hasPostgres { package.targets.append(.systemLibrary(name: "CPostgres")) }

// Without the macros, only the modules that do not need them can be built. `Tests/run` builds these together with the macros,
// which keeps all cores busy.
if macroPlugin == "unbuilt" {
    let dependents = ["StreamImport", "StreamImportGRDB", "ModelInvariants", "import-gauge", "fuzz-models"]
    package.targets.removeAll { $0.type == .test || dependents.contains($0.name) }
    package.products.removeAll { dependents.contains($0.name) }
}

// The modules that a build without optimization optimizes, separated by spaces. Their assertions are checked all the same.
// `Tests/run`, whose `-Onone` overrides the option of the driver, and `.ci/run` set the variable.
if let names = Context.environment["OPTIMIZED_MODULES"]?.split(separator: " ").map(String.init) {
    for target in package.targets where names.contains(target.name) {
        target.swiftSettings =
            (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-O", "-assert-config", "Debug"])]
    }
}

// The test targets to build, separated by spaces; all by default. `.ci/run` and `.ci/mutants` set the
// variable.
if let names = Context.environment["TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// Without an index of the sources, only the program of `Tests/Runner` runs tests.
if hasDebugChecks {
    package.targets.append(
        .testTarget(name: "RunnerTests", path: "Tests/Runner/RunnerTests", swiftSettings: settings))
}

#if os(Linux)
    // A program with the libraries of Swift in it starts in two thirds of the time, and the tests start it a thousand times. The
    // modules were compiled for the shared libraries, so the libraries that Foundation needs are listed here.
    if hasDebugChecks, Context.environment["SANITIZER"] == nil {
        let libraries = [
            "CoreFoundation", "_FoundationICU", "_FoundationCollections", "_FoundationCShims", "stdc++",
        ]
        package.targets.first { $0.name == "stream-import" }?.linkerSettings =
            [.unsafeFlags(["-static-stdlib"])] + libraries.map { .linkedLibrary($0) }
    }
#endif
