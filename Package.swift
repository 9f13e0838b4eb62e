// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// Warnings fail the build where the project is checked; they never fail a user's build.
let refusesWarnings = Context.environment["REFUSE_WARNINGS"] != nil

let settings: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .enableExperimentalFeature("Lifetimes"),
    ] + (refusesWarnings ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "stream-importer",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "StreamImport", targets: ["StreamImport"]),
        .library(name: "StreamImportGRDB", targets: ["StreamImportGRDB"]),
        .library(name: "FixtureGenerator", targets: ["FixtureGenerator"]),
        .executable(name: "make-fixture", targets: ["make-fixture"]),
        .executable(name: "stream-import", targets: ["stream-import"]),
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
        .macro(
            name: "StreamImportMacros",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ],
            swiftSettings: settings),
        .target(
            name: "StreamImport",
            dependencies: [
                "CYajl", "CZlib", "CZstd", "StreamImportMacros",
                .product(name: "SystemPackage", package: "swift-system"),
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
            name: "StreamImportGRDB",
            dependencies: [
                "StreamImport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "TableImport",
            dependencies: [
                "StreamImport", "StreamImportGRDB",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(name: "DumpProfile", dependencies: ["StreamImport"], swiftSettings: settings),
        .target(name: "TerminalProgress", swiftSettings: settings),
        .executableTarget(
            name: "stream-import",
            dependencies: [
                "DumpProfile", "StreamImport", "TableImport", "TerminalProgress",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StreamImportTests",
            dependencies: [
                "StreamImport", "CZlib", "CZstd",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StreamImportMacrosTests",
            dependencies: [
                "StreamImportMacros",
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FixtureGeneratorTests",
            dependencies: ["FixtureGenerator"],
            swiftSettings: settings),
        .testTarget(
            name: "StreamImportGRDBTests",
            dependencies: [
                "StreamImport", "StreamImportGRDB",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TableImportTests",
            dependencies: [
                "StreamImport", "TableImport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "DumpProfileTests",
            dependencies: ["DumpProfile", "FixtureGenerator", "StreamImport"],
            swiftSettings: settings),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CZlib", "TerminalProgress",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        // A program that measures itself: its counting malloc must not be part of any other process.
        .target(name: "CGauge", dependencies: ["CYajl"], path: "Tests/Gauge/CGauge"),
        .executableTarget(
            name: "import-gauge",
            dependencies: [
                "CGauge", "FixtureGenerator", "StreamImport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Gauge/import-gauge",
            swiftSettings: settings),
        .testTarget(name: "GaugeTests", swiftSettings: settings),
    ]
)
