// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// For development: the core's tests and an editor's index. The library that is shipped is built by CMake, with other flags.
// Swift programs may take the product in. It has the functions of the C headers, and no binary interface: it is compiled
// with the program, by the whole Swift runtime, where a failed allocation ends the process.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
]

// The exports show C types, so only the core can hide what it imports.
let core: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

// What Embedded Swift lacks, as far as the compiler can tell here.
let embedded: [SwiftSetting] = [.treatWarning("EmbeddedRestrictions", as: .error)]

let package = Package(
    name: "scrim",
    products: [.library(name: "Scrim", targets: ["ScrimABI"])],
    targets: [
        .systemLibrary(name: "CSodium", path: "Sources/CSodium"),
        .systemLibrary(name: "CUTF8Proc", path: "Sources/CUTF8Proc"),
        .systemLibrary(name: "CPlatform", path: "Sources/CPlatform"),
        .systemLibrary(name: "CScrim", path: "include"),
        .systemLibrary(name: "CInitializers", path: "Sources/CInitializers"),
        .target(
            name: "Scrim", dependencies: ["CSodium", "CUTF8Proc", "CPlatform"],
            swiftSettings: settings + core + embedded,
            linkerSettings: [.linkedLibrary("sodium"), .linkedLibrary("utf8proc")]),
        .target(
            name: "ScrimABI", dependencies: ["Scrim", "CScrim", "CInitializers", "CPlatform"], exclude: ["scrim.map"],
            swiftSettings: settings + embedded),
        .testTarget(
            name: "ScrimTests", dependencies: ["Scrim", "ScrimABI", "CScrim", "CPlatform"], swiftSettings: settings),
    ]
)
