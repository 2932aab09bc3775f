import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Edits, and taking them back, that end in the middle.
extension DaemonFixture {
    /// Puts photos into the folder.
    ///
    /// - Returns: a client for whom they are there, and their ids.
    func withPhotos(_ count: Int) throws -> (client: Connection, ids: [String]) {
        for serial in 1...count { try Disk.writePhoto(serial, to: root + "\(serial).jpg") }
        let client = try connect()
        try client.sync()
        return (client, try client.allItems().compactMap { $0["id"]?.string })
    }

    /// Begins something, and has photod end after so many changes of its folder.
    @discardableResult
    func interrupted(
        after changes: Int,
        by end: () throws -> Void,
        _ begin: (Connection) throws -> String
    ) throws -> String {
        let client = try connect()
        try client.sync()
        let events = try FolderEvents(below: root)
        let name = try begin(client)
        try events.wait(for: changes)
        try end()
        return name
    }

    /// Starts photod, which brings to its end what it had begun. Nothing hidden is left of that.
    func restarted(_ body: (Connection) throws -> Void) throws {
        try start()
        let client = try connect()
        try client.sync()
        #expect(try Disk.names(in: root).allSatisfy { !$0.isHidden })
        try body(client)
    }
}
