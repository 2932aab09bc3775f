import Files
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Ids are kept by new photos that are given each other's names")
    struct ShuffledNamesTests {
        /// So many that the daemon meets names at every stage of it.
        private static let count = 200

        @Test("in any order, by way of third names, several times in a row")
        func shuffled() throws {
            var random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                func place(_ number: Int) -> FilePath { daemon.root + "\(number).jpg" }
                for number in 0..<Self.count { try Disk.writePhoto(number, to: place(number)) }
                try client.sync()
                var ids = try (0..<Self.count).map { try client.id(of: place($0)) }
                for _ in 0..<3 {
                    let names = (0..<Self.count).shuffled(using: &random)
                    let order = (0..<Self.count).shuffled(using: &random)
                    for number in 0..<Self.count {
                        try Disk.rename(place(number), to: daemon.root + ".\(number).part")
                    }
                    for number in order {
                        try Disk.rename(daemon.root + ".\(number).part", to: place(names[number]))
                    }
                    let before = ids
                    for (number, name) in names.enumerated() { ids[name] = before[number] }
                }
                try client.sync()
                #expect(try (0..<Self.count).map { try client.id(of: place($0)) } == ids)
            }
        }
    }
}
