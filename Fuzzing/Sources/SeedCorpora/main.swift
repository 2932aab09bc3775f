import Glibc

// Writes the corpora that the fuzzers begin with: valid messages, one a file. Its argument is their folder.

func end(_ message: String, _ status: Int32) -> Never {
    let line = Array("SeedCorpora: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
}

guard CommandLine.arguments.count == 2 else { end("write: SeedCorpora FOLDER", EX_USAGE) }
let folder = CommandLine.arguments[1]
do throws(SeedFolder.Failure) {
    try SeedFolder(path: "\(folder)/replies").write(WorkerSeeds.all)
    try SeedFolder(path: "\(folder)/requests").write(ClientSeeds.all)
} catch {
    end(error.description, EX_CANTCREAT)
}
