import PhotoModel
import TestSupport
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

        /// A pair of files was parted, its documents written, and the index lost that.
        @Test("seeds that found a defect once find none any more", arguments: [607_422_634] as [UInt64])
        func keptSeeds(seed: UInt64) throws {
            try DaemonFixture.run { daemon in
                let rounds = try PowerCutRounds(daemon, SeededGenerator(seed: seed))
                for round in 1...15 { try rounds.play(round) }
            }
        }
    }
}
