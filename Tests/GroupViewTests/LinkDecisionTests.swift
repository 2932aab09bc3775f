import PhotoModel
import Testing

@testable import GroupView

@Suite("What becomes of a link")
struct LinkDecisionTests {
    private static let wanted = WantedLink(
        folder: FileName("Beach"),
        file: FileName("a.jpg"),
        target: Array("./../../photos/a.jpg".utf8)
    )

    private func link(_ folder: String, _ name: String, _ target: String) -> ViewLink {
        ViewLink(
            folder: FileName(folder),
            name: FileName(name),
            target: Array("./../../photos/\(target)".utf8)
        )
    }

    @Test("it is put, kept and taken as photos come, stay and go")
    func comeAndGo() {
        let right = link("Beach", "a.jpg", "a.jpg")
        #expect(LinkDecision(wanted: nil, known: nil) == .nothing)
        #expect(LinkDecision(wanted: Self.wanted, known: nil) == .put)
        #expect(LinkDecision(wanted: Self.wanted, known: right) == .keep(right))
        #expect(LinkDecision(wanted: nil, known: right) == .take(right))
    }

    @Test("it keeps a number, and says anew where its file has gone")
    func numberKept() {
        let numbered = link("Beach", "a-2.jpg", "a.jpg")
        #expect(LinkDecision(wanted: Self.wanted, known: numbered) == .keep(numbered))
        let moved = link("Beach", "a-2.jpg", "elsewhere/a.jpg")
        #expect(LinkDecision(wanted: Self.wanted, known: moved) == .renew(moved))
    }

    @Test("it goes where the group or the file's name is another")
    func moves() {
        for old in [
            link("Forest", "a.jpg", "a.jpg"), link("Beach", "b.jpg", "b.jpg"),
            link("Beach", "a-2.jpg", "a-2.jpg"),
            // The file was called so before.
            link("Beach", "a.jpg", "b.jpg"),
        ] {
            #expect(LinkDecision(wanted: Self.wanted, known: old) == .take(old))
        }
    }

    @Test("one that is found is kept where it is known, adopted where it is right, else removed")
    func found() {
        let right = link("Beach", "a.jpg", "a.jpg")
        func verdict(_ link: ViewLink, wanted: WantedLink? = Self.wanted, known: ViewLink? = nil) -> FoundLink
        {
            FoundLink(link, wanted: wanted, known: known, isAway: false)
        }
        #expect(verdict(right, known: right) == .keep)
        #expect(verdict(right) == .adopt)
        #expect(verdict(link("Beach", "a-7.jpg", "a.jpg")) == .adopt)
        #expect(verdict(right, known: link("Beach", "a-2.jpg", "a.jpg")) == .remove)
        #expect(verdict(link("Forest", "a.jpg", "a.jpg")) == .remove)
        #expect(verdict(link("Beach", "best.jpg", "a.jpg")) == .remove)
        #expect(verdict(right, wanted: nil) == .remove)
        #expect(FoundLink(right, wanted: nil, known: nil, isAway: true) == .keep)
    }
}
