// swift-tools-version: 6.2
import PackageDescription

/// The macros as a program that is built already; see the package's own manifest.
let macroPlugin = Context.environment["MACRO_PLUGIN"]

let settings: [SwiftSetting] =
    [.strictMemorySafety()]
    + (macroPlugin.map { [.unsafeFlags(["-load-plugin-executable", "\($0)#StreamImportMacros"])] } ?? [])

/// The benchmarks of one workload: a folder of contenders.
func workload(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            "BenchmarkSupport",
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
        // Without its traits the framework does not replace malloc, which would cost every contender time.
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
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        // A link to the generator of the package, which is no product of it.
        .target(name: "FixtureGenerator", swiftSettings: settings),
        .executableTarget(name: "ratios", swiftSettings: settings),
        workload("People"),
        workload("Tweets"),
        workload("Repositories"),
        workload("Numbers"),
        workload("Escapes"),
        workload("Dictionaries"),
        workload("Small"),
    ]
)
