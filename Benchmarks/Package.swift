// swift-tools-version: 6.2
import PackageDescription

/// The path of a program with the compiled macros; see Package.swift of the package. If `nil`, the macros are compiled.
let macroPlugin = Context.environment["MACRO_PLUGIN"]

let settings: [SwiftSetting] =
    [.strictMemorySafety()]
    + (macroPlugin.map { [.unsafeFlags(["-load-plugin-executable", "\($0)#StreamImportMacros"])] } ?? [])

/// Returns the target with the benchmarks of one workload: a folder of contenders.
func workload(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            "BenchmarkSuite", "BenchmarkSupport",
            .product(name: "Benchmark", package: "benchmark"),
            .product(name: "StreamImport", package: "stream-importer"),
        ],
        path: "Benchmarks/\(name)",
        swiftSettings: settings,
        plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
    name: "stream-importer-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "stream-importer", path: ".."),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // Without its traits, the framework does not replace malloc. A replaced malloc would slow every contender.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .systemLibrary(
            name: "CYajlBaseline", pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]),
        .target(
            name: "BenchmarkSupport",
            dependencies: [
                "CYajlBaseline", "FixtureGenerator",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "BenchmarkSuite",
            dependencies: [
                "BenchmarkSupport", "FixtureGenerator",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "StreamImport", package: "stream-importer"),
            ],
            swiftSettings: settings),
        // A symbolic link to the generator in the package, because no product of the package contains the generator.
        .target(name: "FixtureGenerator", swiftSettings: settings),
        .executableTarget(name: "ratios", swiftSettings: settings),
        // Contains symbolic links to the models of two workloads, because a target cannot depend on their executables.
        .executableTarget(
            name: "read-dump",
            dependencies: [
                "BenchmarkSupport",
                .product(name: "StreamImport", package: "stream-importer"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        workload("People"),
        workload("Tweets"),
        workload("Events"),
        workload("Repositories"),
        workload("Numbers"),
        workload("Escapes"),
        workload("Dictionaries"),
        workload("Small"),
    ]
)
