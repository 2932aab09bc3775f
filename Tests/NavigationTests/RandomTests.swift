import NavigationTrials
import TestSupport
import Testing

@testable import Navigation

/// Whatever a display is told, these things hold. A seed that failed is a case.
@Suite("Whatever a display is told")
struct RandomTests {
    @Test("its tree is one, and what appears and what is made has an end before it begins again")
    func invariants() throws {
        let first = SeededGenerator.fromEnvironment().seed
        print("random displays: seed \(first)")
        for seed in first..<first + 200 {
            var trial = NavigationTrial(seed: seed)
            var witness = Witness()
            for step in 0..<60 {
                let before = trial.navigation
                let (input, outputs) = try trial.step()
                let failures =
                    witness.failures(after: outputs, trial.navigation) + shape(trial.navigation.tree)
                    + Self.refusedChangesNothing(outputs, before, trial.navigation)
                #expect(failures == [], "seed \(seed), step \(step): \(input)")
                if !failures.isEmpty { return }
            }
            let text = trial.navigation.json
            let again = ScreenNavigation(try NavigationTree(parsing: text.utf8))
            #expect(
                again.tree.visible.map(\.id) == trial.navigation.tree.visible.map(\.id)
                    && Self.treeOnly(again) == Self.treeOnly(trial.navigation),
                "seed \(seed)"
            )
        }
    }

    /// Without what is under way.
    private static func treeOnly(_ navigation: ScreenNavigation) -> Substring {
        navigation.json.prefix { $0 != "\u{0}" }.split(separator: #","running":"#)[0]
    }

    private static func refusedChangesNothing(
        _ outputs: [NavigationOutput],
        _ before: ScreenNavigation,
        _ after: ScreenNavigation
    ) -> [String] {
        guard outputs.count == 1, outputs.refusal != nil, treeOnly(before) != treeOnly(after) else {
            return []
        }
        return ["what was refused has changed the tree"]
    }

    private func shape(_ tree: NavigationTree) -> [String] {
        var failures: [String] = []
        var found: [String] = []
        for top in tree.tops {
            if tree.nodes[top]?.parent != nil { failures.append("\(top) has a parent") }
            for node in tree.within(top) {
                found.append(node.id)
                failures += Self.failures(of: node, in: tree)
            }
        }
        if Set(found).count != found.count { failures.append("a node lies in two places") }
        if Set(found) != Set(tree.nodes.keys) { failures.append("nodes lie nowhere") }
        let size = tree.nodes.values.reduce(tree.defaultOptions.size) {
            $0 + ($1.passProps?.dataSize ?? 0) + $1.options.size
        }
        if size != tree.dataSize { failures.append("its data take \(size), not \(tree.dataSize)") }
        return failures
    }

    private static func failures(of node: Node, in tree: NavigationTree) -> [String] {
        var failures: [String] = []
        if !node.type.children.contains(node.children.count) {
            failures.append("\(node.id), a \(node.type), has \(node.children.count) children")
        }
        for child in node.children.compactMap({ tree.nodes[$0] }) {
            if child.parent != node.id { failures.append("\(child.id) does not lie in \(node.id)") }
            if !child.type.mayLie(in: node.type) { failures.append("\(child.id) must not lie in \(node.id)") }
        }
        if let option = node.type.selectionOption, let index = node.options[option]?.integer,
            !node.children.indices.contains(Int(index))
        {
            failures.append("\(node.id) has selected what it has not")
        }
        for (name, _) in node.options.values where OptionKey.byName[name]?.meaning == .acts {
            if !name.hasPrefix("\(node.type.rawValue).") { failures.append("\(node.id) keeps \(name)") }
        }
        return failures
    }
}

/// Somebody who listens and keeps account.
private struct Witness {
    private var announced: Set<String> = []
    private var appeared: [String] = []
    private var made: Set<String> = []
    private var started: Set<String> = []
    private var ended: Set<String> = []

    mutating func failures(after outputs: [NavigationOutput], _ navigation: ScreenNavigation) -> [String] {
        var failures: [String] = []
        for output in outputs {
            switch output {
            case .event(let event): hear(event, &failures)
            case .carryOut(let transition): see(transition, &failures)
            case .done(let id, _):
                if !ended.insert(id).inserted { failures.append("\(id) has ended twice") }
            case .refused(let id, _):
                if id != "gesture", !ended.insert(id).inserted { failures.append("\(id) has ended twice") }
            }
        }
        let visible = navigation.tree.visible.map(\.id)
        if navigation.runningID == nil, appeared.sorted() != visible.sorted() {
            failures.append("\(visible) are on screen, and \(appeared) have appeared")
        }
        if !made.isSuperset(of: visible) { failures.append("of \(visible) some are not made") }
        return failures
    }

    private mutating func hear(_ event: NavigationEvent, _ failures: inout [String]) {
        switch event {
        case .componentWillAppear(let one): announced.insert(one.id)
        case .componentDidAppear(let one):
            if announced.remove(one.id) == nil { failures.append("\(one.id) appears unannounced") }
            if appeared.contains(one.id) { failures.append("\(one.id) appears again") }
            appeared.append(one.id)
        case .componentDidDisappear(let one):
            if !appeared.contains(one.id) { failures.append("\(one.id) had not appeared") }
            appeared.removeAll { $0 == one.id }
        case .appLaunched:
            if !appeared.isEmpty { failures.append("\(appeared) are still there when a page begins") }
            made = []
        default: break
        }
    }

    private mutating func see(_ transition: NavigationOutput.Transition, _ failures: inout [String]) {
        for id in transition.remove where made.remove(id) == nil { failures.append("\(id) was not made") }
        for id in transition.make + transition.later where !made.insert(id).inserted {
            failures.append("\(id) is made twice")
        }
    }
}
