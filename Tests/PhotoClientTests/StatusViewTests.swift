import LineProtocol
import Testing

@testable import photoctl

@Suite("status, for people")
struct StatusViewTests {
    private func text(prepare: String) throws -> String {
        let json = #"{"version":"1","state":"ready","prepare":\#(prepare)}"#
        return StatusView.text(of: try JSONValue.parse(Array(json.utf8)))
    }

    @Test(
        "thumbnails that are made before anybody asks are told where some are, and how far it is",
        arguments: [
            (#"{"sizes":[],"state":"off"}"#, nil),
            (#"{"sizes":["normal"],"state":"working"}"#, "thumbnails  normal are being prepared\n"),
            (#"{"sizes":["normal","large"],"state":"ready"}"#, "thumbnails  normal and large are prepared\n"),
            (
                #"{"sizes":["large"],"state":"battery"}"#,
                "thumbnails  large are prepared when the machine is not on battery\n"
            ),
            (#"{"sizes":["large"],"state":"new"}"#, "thumbnails  large: new\n"),
        ] as [(String, String?)]
    )
    func preparation(_ prepare: String, _ line: String?) throws {
        let text = try text(prepare: prepare)
        if let line { #expect(text.contains(line)) } else { #expect(!text.contains("thumbnails")) }
    }

    @Test("readers of one kind are told in words")
    func workers() throws {
        let json =
            #"{"version":"1","workers":{"running":2,"media":{"running":1,"jobs":7},"render":{"running":0,"jobs":7}}}"#
        let text = StatusView.text(of: try JSONValue.parse(Array(json.utf8)))
        #expect(text.contains("running 2, media 1 running, render at rest\n"), "\(text)")
    }
}
