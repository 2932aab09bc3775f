import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Folders made while photod runs, and moved")
    struct MovedFoldersTests {
        /// What happens besides the move, so that more than the names of the move is looked at.
        enum Company: String, CaseIterable {
            case none, newTimes, newMode, secondMove, newPhoto
        }

        /// Which moment the daemon sees decides, so each is tried often.
        @Test("take all below along, whatever else is done to the folder above", arguments: Company.allCases)
        func nothingIsLost(company: Company) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for number in 0..<40 {
                    let above = daemon.root + "R\(number)"
                    try Disk.makeFolders(above + "old/P")
                    try Disk.writePhoto(number, to: above + "old/P/x.jpg")
                    try client.sync()
                    let id = try client.id(of: above + "old/P/x.jpg")
                    switch company {
                    case .none: break
                    case .newTimes: try Disk.setTime(above, seconds: 1_000_000_000 + number)
                    case .newMode: try Disk.setMode(above, 0o750)
                    case .secondMove: try Disk.rename(above + "old", to: above + "old-2")
                    case .newPhoto:
                        try Disk.writePhoto(1000 + number, to: above + "old/P/y.jpg")
                        try Disk.setTime(above, seconds: 1_000_000_000 + number)
                    }
                    let old = above + (company == .secondMove ? "old-2" : "old")
                    try Disk.rename(old, to: above + "new")
                    try client.sync()
                    #expect(try client.item(above + "new/P/x.jpg")?["id"]?.string == id, "folder \(number)")
                    if company == .newPhoto {
                        #expect(try client.item(above + "new/P/y.jpg") != nil, "folder \(number)")
                    }
                }
                #expect(try client.count() == (company == .newPhoto ? 80 : 40))
            }
        }
    }
}
