// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// A Swift program of someone else's that takes Scrim in as a package: source, compiled with the program, no binary interface.
import PackageDescription

let package = Package(
    name: "consumer",
    dependencies: [.package(name: "scrim", path: "../../..")],
    targets: [.executableTarget(name: "consumer", dependencies: [.product(name: "Scrim", package: "scrim")])]
)
