import Testing

@testable import Descriptors

@Suite("The shares of a limit of descriptors")
struct DescriptorSharesTests {
    @Test("leave the daemon its own, whatever the limit", arguments: [128, 256, 1024, 4096, 524_288])
    func own(limit: Int) {
        var shares = DescriptorShares(limit: limit, processors: 2)
        while shares.takeClient() {}
        while shares.takeFiles(8, holding: 0) {}
        #expect(shares.files >= 32)
        #expect(shares.files + shares.clients <= limit - 72)
    }

    @Test("of a thousand are mostly the clients'")
    func thousand() {
        var shares = DescriptorShares(limit: 1024, processors: 2)
        while shares.takeClient() {}
        #expect(shares.clients > 880)
    }

    @Test("of a low limit are the clients' on a large machine, too")
    func manyProcessors() {
        var shares = DescriptorShares(limit: 256, processors: 128)
        while shares.takeClient() {}
        #expect(shares.clients > 150)
    }

    @Test("take nothing from each other")
    func apart() {
        var shares = DescriptorShares(limit: 256, processors: 2)
        while shares.takeClient() {}
        let clients = shares.clients
        let isGiven = [8, 8, 8, 8].map { shares.takeFiles($0, holding: 0) }
        #expect(isGiven == [true, true, true, true])
        let isMoreGiven = shares.takeFiles(8, holding: 0)
        #expect(!isMoreGiven)
        shares.giveClient()
        let isClientTaken = shares.takeClient()
        #expect(isClientTaken)
        #expect(shares.clients == clients)
    }

    @Test("are exceeded by whoever would wait for nobody but himself")
    func alone() {
        var shares = DescriptorShares(limit: 20, processors: 2)
        var held = 0
        for _ in 0..<10 {
            let isTaken = shares.takeFiles(8, holding: held)
            #expect(isTaken)
            held += 8
        }
        let isOtherTaken = shares.takeFiles(8, holding: 0)
        #expect(!isOtherTaken)
        shares.giveFiles(held)
        let isTakenNow = shares.takeFiles(8, holding: 0)
        #expect(isTakenNow)
    }

    @Test("leave room for a few clients to ask what is wrong, whatever the limit")
    func few() {
        var shares = DescriptorShares(limit: 0, processors: 64)
        let taken = (0..<5).map { _ in shares.takeClient() }
        #expect(taken == [true, true, true, true, false])
    }

    @Test("have room again when some clients have gone, not one, and when the limit is raised")
    func room() {
        var shares = DescriptorShares(limit: 1024, processors: 2)
        while shares.takeClient() {}
        shares.giveClient()
        #expect(!shares.hasRoomForClients)
        shares.limit = 2048
        #expect(shares.hasRoomForClients)
        shares.limit = 1024
        for _ in 0..<60 { shares.giveClient() }
        #expect(shares.hasRoomForClients)
    }
}
