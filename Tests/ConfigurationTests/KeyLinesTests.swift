import Testing

@testable import PhotodConfiguration

@Suite("Lines of keys")
struct KeyLinesTests {
    @Test("are found behind whatever stands between")
    func lines() {
        let text = """
            first = "a # b" # c
            'second' = \"\"\"
            third = 1
            \\\"\"\" quoted
            \"\"\"
            fourth.inner = [
              1, # ]
              "]",
            ]
            "fifth" = '''
            x = 1
            '''
            [table]
            a = {b = 1, c = [2]}
            [[list]]
            k = 1
            [list.sub]
            k = 2
            [[list]]

            k = 3
            [[list.deep]]
            k = 4
            [[list.deep]]
            k = 5
            """
        let lines = KeyLines(Array(text.utf8))
        #expect(lines["first"] == 1 && lines["second"] == 2 && lines["third"] == nil)
        #expect(
            lines["fourth"] == 6 && lines["fourth.inner"] == 6 && lines["fifth"] == 10 && lines["x"] == nil
        )
        #expect(lines["table"] == 13 && lines["table.a"] == 14 && lines["table.a.b"] == 14)
        #expect(lines["list"] == 15 && lines["list[0]"] == 15 && lines["list[0].k"] == 16)
        #expect(lines["list[0].sub.k"] == 18 && lines["list[1]"] == 19 && lines["list[1].k"] == 21)
        #expect(lines["list[1].deep[0].k"] == 23 && lines["list[1].deep[1].k"] == 25)
        #expect(lines["list[1].none"] == 19)
    }

    @Test(
        "say that a key has more parts than its reader has room for, wherever it stands",
        arguments: [("[", "]\n"), ("[[", "]]\n"), ("", "=1\n"), ("x={", "=1}\n"), ("x=[{y=1},{", "=1}]\n")]
    )
    func longKeys(before: String, behind: String) {
        func text(_ parts: Int) -> [UInt8] {
            Array((before + Array(repeating: "a", count: parts).joined(separator: ".") + behind).utf8)
        }
        #expect(KeyLines(text(64)).refusal == nil)
        #expect(KeyLines(text(32_000)).refusal?.problem.contains("parts") == true)
    }
}
