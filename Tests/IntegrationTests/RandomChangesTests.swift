import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Whatever happens to the files")
    struct RandomChangesTests {
        /// Nothing waits between the changes of a round: folders move while files below them are still being looked at.
        @Test("200 rounds of random changes: counts, pages, items, ids and events are exact after each")
        func isExact() throws {
            let random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try DaemonFixture.run { daemon in
                let rounds = try RandomRounds(daemon, random, hasCompany: true)
                try Soak.rounds(else: { $0 < 200 }) { try rounds.play($0) }
                rounds.report()
            }
        }

        /// Each of them has found a defect: a file taken for a copy of one renamed in the same moment, a barrier that passed
        /// before what a folder's second look held back was said, a folder found below itself.
        @Test(
            "seeds that found a defect once find none any more",
            arguments: [955_514_575, 1_463_441_736, 2_485_925_506, 2_851_623_634, 3_854_477_244, 335_342_093]
                as [UInt64]
        )
        func isStillExact(seed: UInt64) throws {
            try DaemonFixture.run { daemon in
                let rounds = try RandomRounds(daemon, SeededGenerator(seed: seed))
                for round in 1...(Soak.isOn ? 400 : 40) { try rounds.play(round) }
            }
        }
    }
}
