// SPDX-License-Identifier: MIT
import CScrim
import Testing

@Suite struct VersionTests {
    @Test func theNumberIsMadeOfItsParts() {
        #expect(
            SCRIM_VERSION_NUMBER == SCRIM_VERSION_MAJOR * 1_000_000 + SCRIM_VERSION_MINOR * 1_000 + SCRIM_VERSION_PATCH)
    }

    @Test func theTextIsMadeOfTheParts() {
        #expect(SCRIM_VERSION_STRING == "\(SCRIM_VERSION_MAJOR).\(SCRIM_VERSION_MINOR).\(SCRIM_VERSION_PATCH)")
    }
}
