import GalleryAddress
import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Gallery

@Suite("Tickets")
struct TicketsTests {
    private let ticket = String(repeating: "a", count: AccessToken.length)
    private let other = String(repeating: "b", count: AccessToken.length)

    private func write(_ text: String, to path: FilePath, age: Int = 0, mode: mode_t = 0o600) throws {
        try Disk.write(text + "\n", to: path)
        try Disk.setMode(path, mode)
        try Disk.setTime(path, seconds: time(nil) - age)
    }

    @Test("are good once each, in any order, and those of more than a minute ago are not, and go")
    func taking() throws {
        let scratch = try TemporaryFolder()
        let place = GalleryFolder(scratch.location("state"))
        let state = try StateFiles(place)
        try write(ticket, to: place.ticket(named: "1"))
        try write(other, to: place.ticket(named: "2"))
        let old = String(repeating: "c", count: AccessToken.length)
        try write(old, to: place.ticket(named: "3"), age: 61)
        // One that is being written, and one that others could read.
        try write("", to: place.ticket(named: "4"))
        let exposed = String(repeating: "d", count: AccessToken.length)
        try write(exposed, to: place.ticket(named: "5"), mode: 0o644)
        // What an earlier photoctl has left behind.
        try write(old, to: place.path + "ticket", age: 3600)
        #expect(!state.takeTicket(old) && !state.takeTicket(exposed) && !state.takeTicket(""))
        #expect(state.takeTicket(other) && !state.takeTicket(other))
        #expect(state.takeTicket(ticket) && !state.takeTicket(ticket))
        let left = try Disk.names(in: place.path).map(\.display).filter { $0.hasPrefix("ticket") }
        #expect(Set(left) == ["ticket-4", "ticket-5"])
    }
}
