import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "Links among others that lead to a mount that hangs",
        .inMountNamespace,
        .enabled(
            if: access("/dev/fuse", R_OK | W_OK) == 0,
            "wants /dev/fuse: as root, or where everybody may use it"
        )
    )
    struct SilentLinksTests {
        @Test(
            "cost two seconds, however many they are and however they lead there, and the others are followed"
        )
        func manyWays() throws {
            try HangingMountTests.run { mount in
                let daemon = mount.daemon
                let scratch = daemon.scratch.location
                try Disk.makeFolders(scratch + "outside/far")
                try Disk.makeSymbolicLink(scratch + "outside/way", to: mount.mount)
                try Disk.writePhoto(7, to: scratch + "outside/far/far.jpg")
                try daemon.configure(libraries: [daemon.root])
                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: daemon.root))
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                try mount.hang()
                let start = ContinuousClock.now
                for number in 0..<10 {
                    let text = number % 2 == 0 ? "../nas/\(number)" : "../outside/way/\(number)"
                    try Disk.makeSymbolicLink(daemon.root + "\(number)", to: FilePath(text))
                }
                try Disk.makeSymbolicLink(daemon.root + "healthy", to: scratch + "outside/far")
                try Waiting.until("the other is followed", below: scratch) {
                    try client.ask("roots").count == 2
                }
                try client.sync()
                #expect(ContinuousClock.now - start < .seconds(15))
                #expect(try client.count() == 2)
                #expect(try client.item(daemon.root + "healthy/far.jpg") != nil)
                try mount.recover()
            }
        }

        @Test("cost one thread until they answer, however often other disks come and go")
        func oftenAsked() throws {
            try HangingMountTests.run { mount in
                let daemon = mount.daemon
                let scratch = daemon.scratch.location
                try Disk.makeSymbolicLink(daemon.root + "way", to: mount.mount)
                try Disk.makeFolder(scratch + "other")
                try daemon.configure(libraries: [daemon.root])
                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: daemon.root))
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("roots").count == 2)
                try mount.hang()
                func waiting() throws -> Int {
                    try ProcessFigures.switches(of: try daemon.running.identifier).keys.count {
                        $0.contains(" patience")
                    }
                }
                for number in 0..<6 {
                    let place = scratch + "other"
                    try mount.namespace.mountMemory(at: place)
                    try Disk.writePhoto(number, to: daemon.root + "\(number).jpg")
                    try client.sync()
                    try mount.namespace.unmount(place)
                    try client.sync()
                }
                // One asks the link, another its root.
                #expect(try waiting() <= 2)
                try mount.recover()
            }
        }
    }
}
