import PhotoModel
import Testing

@testable import FolderWatch

@Suite("The limit of watches")
struct WatchLimitTests {
    @Test("the smaller setting is named; outside of a namespace both are one, the machine's")
    func settings() {
        #expect(
            WatchLimit.smaller(machine: 8192, namespace: 100)
                == WatchLimit(count: 100, setting: .namespace)
        )
        #expect(
            WatchLimit.smaller(machine: 8192, namespace: 8192)
                == WatchLimit(count: 8192, setting: .machine)
        )
        #expect(
            WatchLimit.smaller(machine: 8192, namespace: .max)
                == WatchLimit(count: 8192, setting: .machine)
        )
        #expect(
            WatchLimit.smaller(machine: nil, namespace: 5) == WatchLimit(count: 5, setting: .namespace)
        )
        #expect(WatchLimit.smaller(machine: nil, namespace: nil) == nil)
    }

    @Test("the remedy has room for twice the directories and more than there is")
    func remedy() {
        var status = WatchStatus()
        status.limit = WatchLimit(count: 100, setting: .namespace)
        #expect(status.limitRemedy == "sysctl user.max_inotify_watches=65536")
        status.limit = WatchLimit(count: 65_536, setting: .machine)
        #expect(status.limitRemedy == "sysctl fs.inotify.max_user_watches=131072")
        status.directories = 300_000
        #expect(status.neededLimit == 1_048_576)
    }

    @Test(
        "is told once when all is looked at, stays while a pass meets it again, and is over after one that does not"
    )
    func telling() throws {
        var state = WatchState(rule: { _, _ in .entry })
        let root = state.tree.addRoot(path: FilePath("/p"), lane: 0)
        let made = state.tree.ensureChild(of: root, named: FileName("a"))
        let child = try #require(made).node
        func told(_ state: inout WatchState) -> [WatchAction] {
            state.weighRest()
            return state.takeActions()
        }
        func look(_ state: inout WatchState, isRefused: Bool) {
            while let taken = state.dirty.takeNext(lane: 0) {
                state.beginAddition()
                if isRefused {
                    state.registerFailure(for: taken.node, isLimit: true)
                } else {
                    _ = state.register(7, for: taken.node, stamp: state.tree.moveCount, now: 0)
                }
                state.dirty.release(ticket: taken.ticket)
            }
        }
        state.mark(child, .listing)
        let taken = state.dirty.takeNext(lane: 0)
        let work = try #require(taken)
        state.beginAddition()
        state.registerFailure(for: child, isLimit: true)
        #expect(told(&state).isEmpty)
        state.dirty.release(ticket: work.ticket)
        #expect(told(&state) == [.limitReached])
        #expect(told(&state).isEmpty)
        state.markPolled()
        look(&state, isRefused: true)
        #expect(told(&state).isEmpty)
        #expect(state.limit == .told && state.polledCount == 1)
        state.markPolled()
        look(&state, isRefused: false)
        #expect(told(&state) == [.limitIsOver])
        #expect(state.limit == .free && state.polledCount == 0)
    }
}
