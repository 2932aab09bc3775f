import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Videos that ffmpeg makes, and what it takes out of them.
struct TestVideos {
    static let isThere = Programs.system("ffmpeg") != nil

    /// Moving pictures of a number of seconds, 160 by 120.
    static func pictures(_ seconds: Int, rate: Int = 25) -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=\(rate):duration=\(seconds)"]
    }

    static let h264 = ["-c:v", "libx264", "-bf", "2", "-g", "30", "-pix_fmt", "yuv420p"]

    let daemon: DaemonFixture

    /// Returns what ffmpeg writes to standard output.
    @discardableResult
    func ffmpeg(_ arguments: [String]) throws -> [UInt8] {
        let program = try #require(Programs.system("ffmpeg"), "install the package ffmpeg")
        let (output, log) = (
            daemon.scratch.location + "ffmpeg-output", daemon.scratch.location + "ffmpeg-log"
        )
        let process = try ChildProcess(
            program,
            ["-nostdin", "-loglevel", "error", "-y"] + arguments,
            output: output,
            log: log
        )
        // Encoding 8K takes half a minute on a busy machine.
        let end = try process.wait(atMost: 180)
        let errors = String(decoding: try Disk.read(log), as: UTF8.self)
        try #require(end == .exited(0), "ffmpeg \(arguments): \(errors)")
        return try Disk.read(output)
    }

    /// Makes a video in the library, whole at once.
    @discardableResult
    func make(_ name: String, _ arguments: [String]) throws -> FilePath {
        let draft = daemon.scratch.location + "draft-\(name)"
        try ffmpeg(arguments + [draft.display])
        try Disk.rename(draft, to: daemon.root + name)
        return daemon.root + name
    }

    /// The frame that ffmpeg takes at a time: red, green and blue of each pixel.
    func frame(of video: FilePath, at time: String) throws -> [UInt8] {
        try #require(try frames(of: video, at: [time]).first)
    }

    /// The same at some times, in the time that one takes.
    func frames(of video: FilePath, at times: [String]) throws -> [[UInt8]] {
        try firstPictures(times.map { ["-ss", $0, "-i", video.display] })
    }

    /// The first picture of each of some inputs. What takes long is to start ffmpeg, so it is started once.
    private func firstPictures(_ inputs: [[String]]) throws -> [[UInt8]] {
        let outputs = inputs.indices.map { daemon.scratch.location + "pixels-\($0)" }
        let raw = ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24"]
        try ffmpeg(
            inputs.flatMap { $0 }
                + outputs.enumerated().flatMap { ["-map", "\($0.offset):v:0"] + raw + [$0.element.display] }
        )
        return try outputs.map { try Disk.read($0) }
    }

    /// Where in a file the pictures lie that are shown at these seconds.
    struct Place {
        let time: Double
        let bytes: Range<Int>
    }

    func places(in video: FilePath) throws -> [Place] {
        let program = try #require(Programs.system("ffprobe"), "install the package ffmpeg")
        let (output, log) = (daemon.scratch.location + "places", daemon.scratch.location + "ffprobe-log")
        let process = try ChildProcess(
            program,
            [
                "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,size,pos", "-of",
                "csv=p=0", video.display,
            ],
            output: output,
            log: log
        )
        try #require(try process.wait() == .exited(0))
        return try String(decoding: Disk.read(output), as: UTF8.self).split(separator: "\n").map { line in
            let fields = line.split(separator: ",")
            try #require(fields.count >= 3, "\(line)")
            let (size, start) = (try #require(Int(fields[1])), try #require(Int(fields[2])))
            return Place(time: try #require(Double(fields[0])), bytes: start..<(start + size))
        }
    }

    /// The pixels of a picture that photod has sent.
    func pixels(_ line: JSONValue) throws -> [UInt8] {
        try #require(try pixels([line]).first)
    }

    func pixels(_ lines: [JSONValue]) throws -> [[UInt8]] {
        let pictures = lines.indices.map { daemon.scratch.location + "picture-\($0)" }
        for (line, picture) in zip(lines, pictures) {
            try Disk.write(try #require(Base64.decode(line["data"]?.string ?? "")), to: picture)
        }
        return try firstPictures(pictures.map { ["-i", $0.display] })
    }

    func pixels(of picture: FilePath) throws -> [UInt8] {
        try ffmpeg(["-i", picture.display, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    }
}
