import Glibc
import PhotoModel
import Testing

@testable import ChangeFollowers
@testable import GroupView

@Suite("What could not be done for links of the group view")
struct ViewTroubleTests {
    @Test("is told of one that is tried again, whichever came first", arguments: [true, false])
    func first(isLastingFirst: Bool) {
        let lasting = ViewError(FilePath("/view/a"), ENAMETOOLONG)
        let passing = ViewError(FilePath("/view/b"), EACCES)
        let later = ViewError(FilePath("/view/c"), EACCES)
        var tally = ViewPass.Tally()
        for error in (isLastingFirst ? [lasting, passing] : [passing, lasting]) + [later] {
            tally.note(error)
        }
        #expect(tally.trouble == passing)
    }
}
