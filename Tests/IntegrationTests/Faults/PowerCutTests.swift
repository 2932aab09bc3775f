import Glibc
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
                let end = Soak.seconds.map { time(nil) + $0 }
                var round = 0
                while end.map({ time(nil) < $0 }) ?? (round < 15) {
                    round += 1
                    try rounds.play(round)
                }
                rounds.report()
            }
        }
    }
}
