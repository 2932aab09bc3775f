import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Links to folders, whatever happens")
    struct RandomLinksTests {
        @Test(
            "40 rounds of links made, moved and decided on, some of them unseen: all is as the disk says, ids stay"
        )
        func rounds() throws {
            let random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try Self.play(random)
        }

        /// A link and the folder it lay in moved at one moment, and options changed above both.
        @Test(
            "seeds that found a defect once find none any more",
            arguments: [482_228_177, 698_943_117] as [UInt64]
        )
        func keptSeeds(seed: UInt64) throws {
            try Self.play(SeededGenerator(seed: seed))
        }

        private static func play(_ random: SeededGenerator) throws {
            try LinkedLibrary.run { library in
                var links = try RandomLinks(library, random)
                try Soak.rounds(else: { $0 < 40 }) { round in
                    let isUnseen = round % 10 == 0
                    if isUnseen { try library.daemon.stop() }
                    for _ in 0..<8 { try links.change() }
                    if isUnseen { try library.daemon.start() }
                    let differences = try links.differences()
                    guard differences.isEmpty else {
                        throw RoundDifference(
                            round: round,
                            seed: links.seed,
                            what: differences,
                            story: links.story
                        )
                    }
                }
            }
        }
    }
}
