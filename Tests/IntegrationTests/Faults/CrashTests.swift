import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Crashes")
    struct CrashTests {
        @Test(
            "killed at random moments while three writers change files: exact, with the ids there were, and no change lost"
        )
        func survivesCrashes() throws {
            let random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try DaemonFixture.run { daemon in
                let rounds = try CrashRounds(daemon, random)
                try rounds.prepare()
                try Soak.rounds(else: { _ in rounds.kills < 30 }) { try rounds.play($0) }
                rounds.report()
                #expect(rounds.kills >= 30)
            }
        }
    }
}
