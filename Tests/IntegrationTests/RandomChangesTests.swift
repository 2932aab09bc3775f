import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
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
                let rounds = try RandomRounds(daemon, random)
                try Soak.rounds(else: { $0 < 200 }) { try rounds.play($0) }
                rounds.report()
            }
        }
    }
}
