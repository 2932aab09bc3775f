import LineProtocol
import PhotoReplies
import Testing

@Suite("What replies say")
struct ReplyValueTests {
    private func read<Value: ReplyValue>(_ type: Value.Type, _ text: String) throws -> Value {
        try Value(line: Array(text.utf8))
    }

    @Test("a month and its counts; null and what is missing are nil")
    func month() throws {
        let month = try read(
            Month.self,
            #"{"monthKey":"2016-11","year":2016,"month":11,"monthName":"November 2016","totalCount":47,"photoCount":45,"videoCount":2,"cover":"A/L0/001","new":{}}"#
        )
        #expect(month.key == "2016-11" && month.year == 2016 && month.month == 11)
        #expect(month.name == "November 2016" && month.cover == "A/L0/001")
        #expect(month.counts.total == 47 && month.counts.photos == 45 && month.counts.videos == 2)
        #expect(month.object.json["new"] == .object([]))
        let undated = try read(Month.self, #"{"monthKey":"undated","year":null,"month":null,"monthName":7}"#)
        #expect(undated.key == "undated" && undated.year == nil && undated.month == nil)
        #expect(undated.name == nil && undated.counts.total == nil && undated.cover == nil)
    }

    @Test("a group called Other is none that has no name")
    func group() throws {
        let named = try read(Group.self, #"{"group":"Other","folder":"Other ~5d1b3a","totalCount":1}"#)
        #expect(named.name == .named("Other") && named.folder == "Other ~5d1b3a" && named.counts.total == 1)
        #expect(try read(Group.self, #"{"group":null}"#).name == .other)
        #expect(try read(Group.self, "{}").name == nil)
    }

    @Test("an item has what was asked for")
    func item() throws {
        let item = try read(
            Item.self,
            #"{"id":"A/L0/001","uri":"file:///a%FF.mov","type":"video","timestamp":1480352531000,"localTime":"2016-11-28T18:02:11.5","offset":"+01:00","dateSource":"quicktime:creationdate","source":"photos","filename":"a.mov","monthKey":"2016-11","group":null,"viewed":true,"favorite":false,"width":4000,"height":3000,"latitude":-33.9,"longitude":151,"duration":2.5,"size":9007199254740993,"mimeType":"video/quicktime","precision":"day","companions":["file:///a.xmp"],"state":"offline","modified":1480352532000}"#
        )
        #expect(item.id == "A/L0/001" && item.uri == "file:///a%FF.mov" && item.path == nil)
        #expect(item.kind == .video && item.timestamp == 1_480_352_531_000 && item.offset == "+01:00")
        #expect(item.localTime == "2016-11-28T18:02:11.5" && item.precision == "day")
        #expect(item.group == .other && item.isViewed == true && item.isFavorite == false)
        #expect(item.width == 4000 && item.height == 3000 && item.size == 9_007_199_254_740_993)
        #expect(item.modified == 1_480_352_532_000)
        #expect(item.latitude == -33.9 && item.longitude == 151 && item.duration == 2.5)
        #expect(item.companions == ["file:///a.xmp"] && item.state == .offline && item.description == nil)
        let bare = try read(Item.self, #"{"id":"A","type":"hologram","state":"lost","width":1e99}"#)
        #expect(bare.id == "A" && bare.kind == nil && bare.state == nil && bare.width == nil)
        #expect(bare.group == nil && bare.companions.isEmpty && bare.isViewed == nil)
        #expect(bare.object.line == Array(#"{"id":"A","type":"hologram","state":"lost","width":1e99}"#.utf8))
    }

    @Test("a list of items ends with its page")
    func page() throws {
        let lines = [
            #"{"id":"A"}"#, #"{"id":"B"}"#,
            #"{"page":{"offset":0,"count":2,"total":47,"hasMore":true,"nextOffset":2,"nextCursor":"n","firstUnviewed":null}}"#,
        ].map { Array($0.utf8) }
        let list = try ItemPage(lines: lines)
        #expect(list.items.map(\.id) == ["A", "B"])
        #expect(list.page?.offset == 0 && list.page?.count == 2 && list.page?.total == 47)
        #expect(list.page?.hasMore == true && list.page?.nextOffset == 2 && list.page?.nextCursor == "n")
        #expect(list.page?.firstUnviewed == nil)
        #expect(try ItemPage(lines: lines.dropLast()).page?.count == nil)
    }

    @Test("a list of changes without its clock is not whole")
    func changes() throws {
        let lines = [
            #"{"change":"updated","id":"A","monthKey":"2016-12","oldMonthKey":"2016-11"}"#,
            #"{"clock":"c:1:2","more":true,"isFreshInstance":true}"#,
        ].map { Array($0.utf8) }
        let list = try ChangeList(lines: lines)
        #expect(list.changes.first?.kind == .updated && list.changes.first?.oldMonthKey == "2016-11")
        #expect(list.clock == "c:1:2" && list.hasMore && list.isFreshInstance)
        #expect(try ChangeList(lines: lines.dropLast()).clock == nil)
    }

    @Test("events of every kind, and such as nobody knows yet")
    func events() throws {
        func content(_ text: String) throws -> Event.Content { try read(Event.self, text).content }
        let change = try read(Event.self, #"{"event":"photos","change":"deleted","id":"A","clock":"c:1:2"}"#)
        guard case .change(let photo) = change.content else {
            Issue.record("no change")
            return
        }
        #expect(photo.kind == .deleted && photo.id == "A" && change.clock == "c:1:2")
        guard case .clock(isFreshInstance: false) = try content(#"{"event":"photos","clock":"c"}"#),
            case .clock(isFreshInstance: true) = try content(#"{"event":"photos","isFreshInstance":true}"#),
            case .month(let month) = try content(#"{"event":"months","monthKey":"2016-11","totalCount":0}"#),
            case .group(let group) = try content(#"{"event":"groups","group":null,"totalCount":3}"#),
            case .ready = try content(#"{"event":"ready"}"#),
            case .overflow = try content(#"{"event":"overflow"}"#),
            case .videoClock(isFreshInstance: false) = try content(#"{"event":"videos","clock":"c:1:2"}"#),
            case .videoChange(let video) = try content(
                #"{"event":"videos","change":"deleted","id":"A","oldMonthKey":"2016-11"}"#
            ), video.id == "A",
            case .unknown("films") = try content(#"{"event":"films"}"#),
            case .unknown("") = try content(#"{"event":7}"#)
        else {
            Issue.record("an event of another kind")
            return
        }
        #expect(month.key == "2016-11" && month.counts.total == 0)
        #expect(group.name == .other && group.counts.total == 3)
    }

    @Test("status says how far it is, and what is wrong")
    func status() throws {
        let event = try read(
            Event.self,
            #"{"event":"status","version":"0.1.0","state":"scanning","progress":{"done":3,"total":9},"clock":"c","photos":2,"videos":1,"months":1,"groups":0,"roots":[{"path":"/p","source":"p","state":"offline","reason":"missing","photos":2,"videos":1}],"problems":[{"problem":"x","remedy":"y"}]}"#
        )
        guard case .status(let status) = event.content else {
            Issue.record("no status")
            return
        }
        #expect(status.version == "0.1.0" && status.state == .scanning && status.done == 3)
        #expect(status.total == 9 && status.clock == "c" && status.photos == 2 && status.videos == 1)
        #expect(status.months == 1 && status.groups == 0)
        #expect(status.roots.first?.path == "/p" && status.roots.first?.reason == "missing")
        #expect(status.problems.map(\.problem) == ["x"] && status.problems.map(\.remedy) == ["y"])
    }

    @Test("a line that is no JSON is an error")
    func nonsense() {
        #expect(throws: JSONError.self) { try read(Item.self, #"{"id":"#) }
    }
}
