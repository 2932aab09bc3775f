import EditRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches

@Suite("A journal of an earlier build")
struct EarlierJournalTests {
    private static func edit(_ line: String) throws -> EditRecord {
        let name = try #require(BatchName("20261121-0001"))
        let header =
            #"{"version":1,"batch":"20261121-0001","kind":"edit","token":"a","time":"2026-11-21T10:00:00+01:00"}"#
        let content = try BatchContent(
            Array("\(header)\n\(line)\n".utf8),
            name: name,
            path: FilePath("/journal")
        )
        return try #require(content?.allEdits.first)
    }

    @Test(
        "a favourite that is to be in files has stars there, as it went without saying; one of the index alone has none",
        arguments: ["sidecar", "file", "both"]
    )
    func favorites(layer: String) throws {
        let id = AssetID(high: 0, low: 1)
        let said = #""id":"\#(id)","was":{},"now":{"favorite":true}"#
        let record = try Self.edit(#"{"edit":1,\#(said),"write":"\#(layer)"}"#)
        #expect(record.change.now.rating == .value(FavoriteStars.count) && record.change.now.isForSidecars)
        #expect(record.change.was.rating == .unset)
        #expect(try Self.edit(#"{"edit":1,\#(said)}"#).change.now.rating == nil)
        #expect(
            try Self.edit(#"{"edit":1,"undoes":1,\#(said),"write":"\#(layer)"}"#).change.now.rating == nil
        )
    }
}
