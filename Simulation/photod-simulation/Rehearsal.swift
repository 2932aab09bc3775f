import CSimulation

/// A short life before all others, in their parent: what a program looks for when it does something for the first time, types and
/// symbols say, and makes once, each life would look for and make by itself.
enum Rehearsal {
    /// Threads at once, and those that kills leave where they are.
    private static let strands: Int32 = 48

    static func run() {
        simulation_make_strands(strands)
        // A life that does not end would be this process's end.
        guard trial.apart().failure == nil else { return }
        _ = Life(seed: trial.seed, script: trial.script).run()
    }

    /// Of a machine that lacks nothing, whose threads go on for long. Nobody is killed: killed threads have their memory for ever.
    private static let trial = Trial(
        seed: 35,
        script: [
            .folder("a"), .folder("b"), .folder("a/c"), .write("a/1.jpg", content: 1, .whole),
            .write("a/1.xmp", content: 3, .renamed), .write("b/2.mov", content: 2, .parts), .sync,
            .rename("a/1.jpg", "b/1.jpg"), .exchange("a/c", "b"), .touch("b/2.mov", hoursAgo: 3),
            .link("b/1.jpg", "b/4.jpg"), .sync, .restart, .write("a/3.dng", content: 4, .copied),
            .remove("b/4.jpg"), .wait(milliseconds: 2500), .sync, .removeTree("b"), .sync,
        ]
    )
}
