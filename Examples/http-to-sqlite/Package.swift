// swift-tools-version: 6.2
import PackageDescription

/// The path of a program with the compiled macros; see Package.swift of stream-importer. If `nil`, the macros are compiled.
let macroPlugin = Context.environment["MACRO_PLUGIN"]

let settings: [SwiftSetting] =
    macroPlugin.map { [.unsafeFlags(["-load-plugin-executable", "\($0)#StreamImportMacros"])] } ?? []

let package = Package(
    name: "http-to-sqlite",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "stream-importer", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "http-to-sqlite",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "StreamImport", package: "stream-importer"),
                .product(name: "StreamImportGRDB", package: "stream-importer"),
            ],
            swiftSettings: settings),
        .target(
            name: "LoopbackServer",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/LoopbackServer"),
        // The server of the script `run`.
        .executableTarget(name: "serve", dependencies: ["LoopbackServer"], path: "Tests/serve"),
        .testTarget(
            name: "HTTPToSQLiteTests", dependencies: ["LoopbackServer", "http-to-sqlite"],
            swiftSettings: settings),
    ]
)
