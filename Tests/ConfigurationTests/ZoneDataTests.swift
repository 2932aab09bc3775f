import PhotoModel
import Testing

@testable import PhotodConfiguration

@Suite("Time zones on this machine")
struct ZoneDataTests {
    private func load(
        _ choice: TimeZoneChoice,
        _ variables: [String: String] = [:],
        files: PretendFiles = PretendFiles()
    ) throws(ZoneDataError) -> ZoneData {
        try ZoneData.load(choice, environment: .pretended(variables), files: files.host)
    }

    private let paris = ZoneData.file(Array("TZif2paris".utf8))
    private let local = ZoneData.file(Array("TZif2local".utf8))

    @Test("are found by name, by TZ and by /etc/localtime")
    func found() throws {
        #expect(try load(.named("Europe/Paris"), ["TZ": "UTC0"]) == paris)
        #expect(try load(.system) == local)
        #expect(try load(.system, ["TZ": "Europe/Paris"]) == paris)
        #expect(try load(.system, ["TZ": ":Europe/Paris"]) == paris)
        #expect(try load(.system, ["TZ": "/etc/localtime"]) == local)
        #expect(try load(.system, ["TZ": ""]) == .utc)
        #expect(
            try load(.system, ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]) == .rule("CET-1CEST,M3.5.0,M10.5.0/3")
        )
        var bare = PretendFiles()
        bare.files = [:]
        #expect(try load(.system, files: bare) == .utc)
        bare.files["/zones/Home"] = Array("TZif2local".utf8)
        #expect(try load(.named("Home"), ["TZDIR": "/zones"], files: bare) == local)
    }

    @Test("that are missing or damaged say what to do")
    func missing() {
        let say = { (choice: TimeZoneChoice, variables: [String: String], files: PretendFiles) in
            message { () throws(ZoneDataError) in try load(choice, variables, files: files) }
        }
        var files = PretendFiles()
        files.files["/usr/share/zoneinfo/Bad"] = [1]
        files.unreachable["/usr/share/zoneinfo/Locked"] = 13
        #expect(
            say(.named("Bad"), [:], files)
                == "/usr/share/zoneinfo/Bad is no time zone file; choose another zone, or reinstall the package tzdata"
        )
        #expect(say(.system, ["TZ": "Bad"], files) == say(.named("Bad"), [:], files))
        #expect(
            say(.named("Locked"), [:], files)
                == "/usr/share/zoneinfo/Locked: it cannot be read: Permission denied; give the user that runs photod the "
                + "right to read it"
        )
        files.folders.remove("/usr/share/zoneinfo")
        #expect(
            say(.named("Mars/Base"), [:], files)
                == "there is no time zone database (/usr/share/zoneinfo); install the package tzdata"
        )
    }
}
