import LineProtocol
import PhotoModel
import TestSupport
import Testing

@Suite("Reading a request's words as values")
struct ArgumentsTests {
    private func arguments(_ line: String) throws -> Arguments {
        try Arguments(try #require(try RequestParser.parse(line, knowing: .trial)), knowing: .trial)
    }

    private func refusal(_ line: String, _ read: (Arguments) throws -> Void = { _ in }) -> ProtocolError? {
        do {
            try read(arguments(line))
            return nil
        } catch {
            return error as? ProtocolError
        }
    }

    @Test("an unknown command gets empty braces and the nearest name")
    func unknownCommand() {
        let error = refusal("month")
        #expect(error?.code == .unknownCommand && error?.command == "")
        #expect(error?.message.contains("did you mean months?") == true)
        #expect(refusal("xyzzy")?.message.contains("did you mean") == false)
    }

    @Test("too few words, too many words and unknown options say what to write")
    func shape() {
        #expect(refusal("count")?.message.contains("count MONTH") == true)
        #expect(refusal("count 2016-11 2016-12")?.message.contains("unexpected word: 2016-12") == true)
        for (line, most) in [
            ("count 2016-11 2016-12", "count takes one word at most"), ("ping now", "ping takes no words"),
            (
                "find " + (0...FindRequest.wordLimit).map { "w\($0)" }.joined(separator: " "),
                "find takes 64 words at most"
            ),
        ] {
            #expect(refusal(line)?.message.contains(most) == true, "\(line)")
        }
        #expect(refusal("photos 2016-11 limt=5")?.message.contains("did you mean limit=?") == true)
        #expect(refusal("ping a=1")?.message.contains("takes none") == true)
        #expect(refusal("months typo-of-all=1")?.message.contains("months knows type=") == true)
    }

    @Test("a month is YYYY-MM or undated")
    func months() throws {
        #expect(try arguments("count 2016-11").month() == MonthKey(year: 2016, month: 11))
        #expect(try arguments("count undated").month() == .undated)
        let error = refusal("count 2016-13") { _ = try $0.month() }
        #expect(error?.code == .argument)
        #expect(error?.message == "not a month: 2016-13; write YYYY-MM or undated")
        for text in ["2016-1", "2016", "0000-01", "2016-00", "2016-011", "Undated", "２０１６-11"] {
            #expect(refusal("count \(text)") { _ = try $0.month() } != nil, "\(text)")
        }
    }

    @Test(
        "numbers are whole, in range, and nothing else",
        arguments: ["0", "1001", "-1", "+5", "1.5", "", "5x", "٣", "99999999999999999999"]
    )
    func limits(text: String) {
        let error = refusal("photos 2016-11 limit=\(text)") { _ = try PhotosQuery($0) }
        #expect(error?.code == .argument)
        #expect(error?.message.contains("from 1 to 1000") == true)
    }

    @Test("a page is read with its defaults")
    func defaults() throws {
        let query = try PhotosQuery(arguments("photos 2016-11"))
        #expect(query.scope == .month(try #require(MonthKey(year: 2016, month: 11))))
        let page = query.page
        #expect(page.start == .offset(0) && page.limit == 20 && page.type == nil && page.group == .any)
        #expect(!page.unviewedOnly && page.fields == .all)
    }

    @Test("a page is read with everything that can be asked")
    func everything() throws {
        let query = try PhotosQuery(
            arguments(
                "photos from=2016 to=2016-11-05T12 after=CUR limit=1000 type=video group=\"Beach trip\" unviewed=1 fields=id,path"
            )
        )
        #expect(
            query.scope
                == .dates(
                    from: LocalTime(year: 2016, month: 1, day: 1),
                    to: LocalTime(year: 2016, month: 11, day: 5, hour: 12)
                )
        )
        let page = query.page
        #expect(page.start == .after("CUR") && page.limit == 1000 && page.type == .video)
        #expect(page.group == .named("Beach trip") && page.unviewedOnly && page.fields == [.id, .path])
    }

    @Test(
        "words that contradict each other are refused",
        arguments: [
            "photos", "photos 2016-11 from=2016", "photos from=2017 to=2016",
            "photos 2016-11 offset=0 after=x",
            "photos 2016-11 group=a other=1", "photos 2016-11 after=", "photos 2016-11 unviewed=yes",
            "photos 2016-11 type=raw", "photos 2016-11 fields=id,nonsense", "photos 2016-11 fields=",
            "photos from=tomorrow",
        ]
    )
    func contradictions(line: String) {
        #expect(refusal(line) { _ = try PhotosQuery($0) }?.code == .argument)
    }

    @Test("any beginning of a date stands for its first moment")
    func dates() throws {
        func time(_ text: String) -> LocalTime? { DatePrefix.start(of: text) }
        #expect(time("2016") == LocalTime(year: 2016, month: 1, day: 1))
        #expect(time("2016-11") == LocalTime(year: 2016, month: 11, day: 1))
        #expect(time("2016-11-05") == LocalTime(year: 2016, month: 11, day: 5))
        #expect(time("2016-11-05T12") == LocalTime(year: 2016, month: 11, day: 5, hour: 12))
        #expect(time("2016-11-05T12:34") == LocalTime(year: 2016, month: 11, day: 5, hour: 12, minute: 34))
        #expect(
            time("2016-11-05T12:34:56.78")
                == LocalTime(
                    year: 2016,
                    month: 11,
                    day: 5,
                    hour: 12,
                    minute: 34,
                    second: 56,
                    microsecond: 780_000
                )
        )
        // Of a fraction the first six digits count.
        #expect(time("2016-11-05T12:34:56.7812345") == time("2016-11-05T12:34:56.781234"))
        for text in [
            "", "201", "2016-", "2016-1", "2016-13", "2016-02-30", "2016-11-05 12", "2016-11-05T24",
            "2016-11-05T12:34:60",
            "2016-11-05T12:34:56.", "2016-11-05T12:34:56.1234567x", "2016-11-05T12:34:56Z", "0000",
        ] {
            #expect(time(text) == nil, "\(text)")
        }
    }

    @Test("every month's prefix is before the next one's, and in it")
    func monthOrder() throws {
        var last = LocalTime(microseconds: .min)
        for year in 1990...2030 {
            for month in 1...12 {
                let key = try #require(MonthKey(year: year, month: month))
                let start = try #require(DatePrefix.start(of: key.description))
                #expect(last < start && MonthKey(start) == key)
                last = start
            }
        }
    }

    @Test("a clock is judged by its syntax alone")
    func clocks() throws {
        #expect(
            try arguments("changes since=c:00f1e2d3c4b5a697:42").clock()
                == Clock(epoch: 0x00F1_E2D3_C4B5_A697, sequence: 42)
        )
        #expect(try arguments("changes").clock() == nil)
        for text in ["42", "c:5ec3:1"] {
            #expect(refusal("changes since=\(text)") { _ = try $0.clock() }?.code == .argument, "\(text)")
        }
    }

    @Test("seconds may have decimals, and end at a day")
    func seconds() throws {
        #expect(try arguments("sync timeout=60").seconds("timeout") == .seconds(60))
        #expect(try arguments("sync timeout=0.5").seconds("timeout") == .milliseconds(500))
        #expect(try arguments("sync timeout=1.2345").seconds("timeout") == .milliseconds(1234))
        #expect(try arguments("sync").seconds("timeout") == nil)
        for text in ["-1", "1e3", "", ".5", "5.", "86401", "abc"] {
            #expect(refusal("sync timeout=\(text)") { _ = try $0.seconds("timeout") } != nil, "\(text)")
        }
    }

    @Test("a photo is named by id, uri or path; anything else is one that does not exist")
    func references() throws {
        let id = AssetID.random()
        for text in ["\(id)", "ph://\(id)", "\(id)".prefix(36).lowercased()] {
            #expect(try arguments("photo \(text)").reference() == .id(id))
        }
        #expect(try arguments("photo \"/a b.jpg\"").reference() == .path(FilePath("/a b.jpg")))
        #expect(
            try arguments("photo file:///a%FFb").reference() == .path(FilePath([0x2F, 0x61, 0xFF, 0x62]))
        )
        #expect(try arguments("photo file://localhost/a").reference() == .path(FilePath("/a")))
        for text in ["a.jpg", "file://host/a", "file:///a%0", "file:///a%00", "1234", "\"\""] {
            #expect(refusal("photo \(text)") { _ = try $0.reference() }?.code == .noSuch, "\(text)")
        }
        #expect(refusal("rescan a/b") { _ = try $0.path() }?.code == .argument)
        #expect(try arguments("rescan").path() == nil)
    }

    @Test("a path becomes a word and is read back byte for byte")
    func pathWords() throws {
        var random = SeededGenerator.fromEnvironment()
        for _ in 0..<2000 {
            let path = [0x2F] + random.bytes(Int.random(in: 1...12, using: &random)).filter { $0 != 0 }
            let request = Request("photo", [PathWord.text(of: path)])
            var line: [UInt8] = []
            request.appendLine(to: &line)
            let read = try #require(try RequestParser.parse(line.dropLast(), knowing: .trial))
            let named = try Arguments(read, knowing: .trial).reference()
            #expect(named == .path(FilePath(path)), "seed \(random.seed): \(path)")
        }
    }

    @Test("topics are the known ones; without any they are all but those that would tell something twice")
    func topics() throws {
        #expect(try arguments("subscribe").topics() == [.months, .groups, .photos, .status])
        #expect(try arguments("subscribe videos photos").topics() == [.videos, .photos])
        #expect(try arguments("subscribe status months status").topics() == [.status, .months])
        #expect(refusal("subscribe nonsense") { _ = try $0.topics() }?.code == .argument)
    }

    @Test("the item's members and their bits agree")
    func fields() throws {
        for (index, name) in ItemFields.names.enumerated() {
            #expect(ItemFields(name: name)?.rawValue == 1 << UInt32(index))
        }
        #expect(
            ItemFields.state == ItemFields(name: "state")
                && ItemFields.companions == ItemFields(name: "companions")
        )
        #expect(
            ItemFields.monthKey == ItemFields(name: "monthKey") && ItemFields.size == ItemFields(name: "size")
        )
        #expect(ItemFields.all.contains([.id, .state]))
    }
}
