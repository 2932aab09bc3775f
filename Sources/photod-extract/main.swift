import ExtractionWire
import Glibc
import WorkerBox

// The worker that reads photos for the daemon. Descriptor 3 is its socket, the one argument its parent's process
// number. It enters its sandbox before it takes the first file, and never leaves it.

// Started as a writer it knows nothing but how to write, in a box that lets it: what reads with other people's libraries cannot
// write, and what writes does without them.
let role = CommandLine.arguments.dropFirst(2).first.map(WorkerRole.init(rawValue:)) ?? .reader
let (name, arguments) = ("photod-extract", CommandLine.arguments)
switch role {
case .writer?:
    exit(
        runWorker(name, arguments: Array(arguments.prefix(2)), needs: [.writesTargets], jobs: WritingJobs())
    )
case .reader?, nil:
    exit(runWorker(name, arguments: arguments, needs: [.mapsFiles], jobs: StillJobs()))
}
