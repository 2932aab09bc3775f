import PhotoModel
import Testing

extension IntegrationTests {
    @Suite("Power cuts")
    struct PowerCutTests {
        @Test(
            "what was not synced is lost again and again: exact, with the ids of the documents, and no clock means two things"
        )
        func survivesPowerCuts() throws {
            let random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try DaemonFixture.run { daemon in
                let rounds = try PowerCutRounds(daemon, random)
                try Soak.rounds(else: { $0 < 12 }) { try rounds.play($0) }
                rounds.report()
            }
        }
    }
}
