import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Players are told of by a program in `busctl`'s place.
    @Suite(
        "The frame that a player shows",
        .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg")
    )
    struct PlayingTests {
        private struct Player {
            let name: String
            var status = "Playing"
            var uri: String?
            var microseconds: Int64 = 0
            var length: Int64?
        }

        /// Has photoctl ask for these players.
        private static func photoctl(
            _ arguments: [String],
            _ daemon: DaemonFixture,
            _ players: [Player]?,
            program: FilePath? = nil
        ) throws -> PhotoctlRun {
            let folder = daemon.scratch.location + "bin"
            if !Disk.isFolder(folder) { try Disk.makeFolder(folder) }
            let names = (players ?? []).map { ",\"org.mpris.MediaPlayer2.\($0.name)\"" }.joined()
            var script = "#!/bin/sh\ncase \"$*\" in\n"
            if players != nil {
                script +=
                    "*' ListNames') echo '{\"type\":\"as\",\"data\":[[\"org.freedesktop.DBus\",\":1.7\"\(names)]]}';;\n"
            }
            for player in players ?? [] {
                let length = player.length.map { "\"mpris:length\":{\"type\":\"x\",\"data\":\($0)}," } ?? ""
                let uri =
                    length + (player.uri.map { "\"xesam:url\":{\"type\":\"s\",\"data\":\"\($0)\"}" } ?? "")
                script += """
                    *'org.mpris.MediaPlayer2.\(player.name) '*' GetAll s org.mpris.MediaPlayer2.Player') echo '{"type":"a{sv}","data":[\
                    {"PlaybackStatus":{"type":"s","data":"\(player.status)"},"Metadata":{"type":"a{sv}","data":{\(uri)}},\
                    "Position":{"type":"x","data":\(player.microseconds)}}]}';;

                    """
            }
            script += "*) exit 1;;\nesac\n"
            try Disk.write(script, to: folder + "busctl")
            try Disk.setMode(folder + "busctl", 0o755)
            return try daemon.photoctl(
                arguments,
                environment: ["PATH=\(folder.display):/usr/bin:/bin"],
                program: program
            )
        }

        @Test(
            "is that of the one that plays, before one that has paused, and can be saved, written and printed"
        )
        func chosen() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a é.mp4", TestVideos.pictures(2) + TestVideos.h264)
                try Disk.writePhoto(1, to: daemon.root + "photo.jpg")
                try daemon.connect().sync()
                let players = [
                    Player(name: "a", status: "Paused", uri: video.uri, microseconds: 500_000),
                    Player(name: "browser", uri: "https://example.org/b.mp4", microseconds: 1),
                    Player(name: "music", uri: (daemon.root + "photo.jpg").uri, microseconds: 1),
                    Player(name: "none", status: "Stopped"),
                    Player(name: "vlc", uri: video.uri, microseconds: 1_000_000),
                ]
                let base64 = try Self.photoctl(["frame", "--playing", "--base64"], daemon, players)
                #expect(base64.end == .exited(0), "\(base64.errors)")
                #expect(try videos.pixels(base64.lines[0]) == videos.frame(of: video, at: "1"))
                // So it is where whoever starts photoctl has children forgotten.
                let forgetful = daemon.scratch.location + "forgetful"
                let program = try Programs.path(of: "photoctl").display
                try Disk.write(
                    "#!/bin/sh\nexec env --ignore-signal=CHLD '\(program)' \"$@\"\n",
                    to: forgetful
                )
                try Disk.setMode(forgetful, 0o755)
                let forgotten = try Self.photoctl(
                    ["frame", "--playing", "--base64"],
                    daemon,
                    players,
                    program: forgetful
                )
                #expect(forgotten.end == .exited(0), "\(forgotten.errors)")
                // At the end the last picture stays on the screen.
                let ended = try Self.photoctl(
                    ["frame", "--playing", "--base64"],
                    daemon,
                    [
                        Player(
                            name: "vlc",
                            status: "Paused",
                            uri: video.uri,
                            microseconds: 2_000_000,
                            length: 2_000_000
                        )
                    ]
                )
                #expect(ended.end == .exited(0), "\(ended.errors)")
                #expect(try ended.lines.first?["time"]?.double == 1.96)
                let target = daemon.scratch.location + "frame.png"
                let written = try Self.photoctl(
                    ["frame", "--playing", "--output", target.display],
                    daemon,
                    Array(players.prefix(3))
                )
                #expect(written.end == .exited(0), "\(written.errors)")
                #expect(try videos.pixels(of: target) == videos.frame(of: video, at: "0.5"))
                let saved = try Self.photoctl(["frame", "--playing", "--library", "--json"], daemon, players)
                #expect(saved.end == .exited(0), "\(saved.errors)")
                #expect(
                    try saved.lines.compactMap { $0["path"]?.string }
                        == [(daemon.root + "a é-0h00m01s000.jpg").display]
                )
            }
        }

        @Test("is none where none fits: what there is is listed, and a remote video refused as everywhere")
        func none() throws {
            try DaemonFixture.run { daemon in
                try daemon.connect().sync()
                let ask = ["frame", "--playing", "--base64"]
                let elsewhere = Player(name: "vlc", uri: "file:///tmp/elsewhere.mp4", microseconds: 5)
                for (players, words) in [
                    (
                        [elsewhere, Player(name: "b", status: "Stopped")],
                        ["vlc is playing file:///tmp/elsewhere.mp4", "b has stopped"]
                    ),
                    ([Player(name: "c", status: "Paused")], ["c has paused, and does not say what"]),
                    ([Player(name: "web", uri: "https://example.org/b.mp4")], ["unsupported", "remote"]),
                    ([], ["there is no player"]), (nil, ["session bus"]),
                ] as [([Player]?, [String])] {
                    let run = try Self.photoctl(ask, daemon, players)
                    #expect(run.end == .exited(4) && run.output.isEmpty, "\(run.errors)")
                    for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
                }
                let missing = try daemon.photoctl(ask, environment: ["PATH=/nowhere"])
                #expect(
                    missing.end == .exited(4) && missing.errors.contains("install systemd"),
                    "\(missing.errors)"
                )
                for wrong in [["a.mp4"], ["--at", "1"]] {
                    #expect(try daemon.photoctl(ask + wrong).end == .exited(2))
                }
            }
        }
    }
}
