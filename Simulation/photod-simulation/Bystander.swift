import CSimulation

/// Somebody who works in the same folders while a `sync` is waited for, on files and folders that nobody else names. What had been
/// done before the `sync` is exact all the same when it answers.
struct Bystander {
    let users: UserCalls

    private static let folders = ["", "a", "b", "a/c"]
    private static let names = ["9.jpg", "9.mov", "9.dng", "9.xmp"]

    static func owns(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix("9") || $0.hasPrefix(".9") }
    }

    /// - Parameter then: told after each operation.
    func work(then: () -> Void) {
        for _ in 0...simulation_draw(16) {
            users.perform(operation())
            then()
        }
    }

    private func operation() -> Operation {
        switch simulation_draw(12) {
        case 0..<4:
            .write(file(), content: 1 + Int(simulation_draw(8)), [.whole, .parts, .renamed][Self.draw(3)])
        case 4, 5: .remove(file())
        case 6: .rename(file(), file())
        case 7, 8: .folder(folder())
        case 9, 10: .rename(folder(), folder())
        default: .removeTree(folder())
        }
    }

    private func folder() -> String { Self.inside(Self.folders[Self.draw(Self.folders.count)], "9") }

    private func file() -> String {
        let place = simulation_draw(2) == 0 ? folder() : Self.folders[Self.draw(Self.folders.count)]
        return Self.inside(place, Self.names[Self.draw(Self.names.count)])
    }

    private static func inside(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder + "/" + name
    }

    private static func draw(_ count: Int) -> Int { Int(simulation_draw(UInt32(count))) }
}
