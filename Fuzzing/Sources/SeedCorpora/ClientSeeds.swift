import LineProtocol

/// What clients send: a byte for the length of the pieces, then lines.
enum ClientSeeds {
    static var all: [(name: String, bytes: [UInt8])] {
        lines.enumerated().map { number, line in ("line-\(number)", seed(line)) }
            + [("long-line", seed("ping " + String(repeating: "x", count: 600) + "\n"))]
    }

    private static let lines = [
        "photos 2016-11 limit=2 group=\"Beach trip\" unviewed=1\n",
        "photos from=2016-11-05T12:34:56.789 to=2016-12 type=video fields=id,uri,path offset=3\n",
        "photos undated after=cursor other=1\ncount 2016-11\n",
        "photo \"/photos/a \\\"quoted\\\"\\n\\t\\\\.jpg\"\n",
        "photo file:///photos/%C3%A4%FF.jpg\n",
        "photo B84E8479-475C-4727-A4A4-B77AA9980897/L0/001\n",
        "photo ph://B84E8479-475C-4727-A4A4-B77AA9980897/L0/001\n",
        "viewed ids=@\nB84E8479-475C-4727-A4A4-B77AA9980897/L0/001\n\n",
        "changes since=c:00f1e2d3c4b5a697:40 limit=10\n",
        "subscribe months photos since=c:00f1e2d3c4b5a697:42\n",
        "sync timeout=0.5\n",
        "command_list_begin\nmonths type=photo\ncommand_list_end\n",
        "\n\nping\n",
        "ping\r\n",
        "photo \"no end\n",
        "photos 2016-11 limit=1 limit=2\n",
        "months typ=photo\n",
        "GET / HTTP/1.1\n",
        "photo ä\u{1F3D4}\n",
    ]

    private static func seed(_ text: String) -> [UInt8] {
        [15] + Array(text.utf8)
    }
}
