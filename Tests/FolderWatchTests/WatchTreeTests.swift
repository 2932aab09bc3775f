import PhotoModel
import TestSupport
import Testing

@testable import FolderWatch

@Suite("The watch tree")
struct WatchTreeTests {
    private var tree = WatchTree()
    private let root: NodeID

    init() {
        root = tree.addRoot(path: FilePath("/photos"), lane: 2)
    }

    private mutating func add(_ name: String, to parent: NodeID) throws -> NodeID {
        let child = tree.ensureChild(of: parent, named: FileName(name))
        return try #require(child).node
    }

    @Test("finds children by name and builds their paths")
    mutating func paths() throws {
        let year = try add("2016", to: root)
        let month = try add("11", to: year)
        #expect(tree.path(of: month) == FilePath("/photos/2016/11"))
        #expect(tree.child(of: root, named: FileName("2016")) == year)
        #expect(tree.child(of: year, named: FileName("2016")) == nil)
        #expect(tree.parent(of: month) == year)
        #expect(tree.root(of: month) == root)
        #expect(tree.lane(of: month) == 2)
        #expect(tree.isInside(month, of: root) && !tree.isInside(root, of: month))
        let again = tree.ensureChild(of: year, named: FileName("11"))
        #expect(again?.node == month && again?.isNew == false)
        #expect(tree.count == 3)
    }

    @Test("the root / gives no double slash")
    mutating func slash() throws {
        let top = tree.addRoot(path: FilePath("/"), lane: 0)
        let child = try add("a", to: top)
        #expect(tree.path(of: child) == FilePath("/a"))
    }

    @Test("a renamed directory keeps its handle, its watch and all below it")
    mutating func move() throws {
        let old = try add("old", to: root)
        let inner = try add("inner", to: old)
        let other = try add("other", to: root)
        #expect(tree.attach(7, to: inner) == nil)
        let stamp = tree.moveCount
        let isMoved = Array("new".utf8).withUnsafeBytes { tree.move(old, to: other, named: $0) }
        #expect(isMoved)
        #expect(tree.path(of: inner) == FilePath("/photos/other/new/inner"))
        #expect(tree.soleNode(of: 7) == inner)
        #expect(tree.child(of: root, named: FileName("old")) == nil)
        #expect(tree.wasMoved(inner, after: stamp) && !tree.wasMoved(other, after: stamp))
        #expect(!tree.wasMoved(inner, after: tree.moveCount))
    }

    @Test("a directory cannot come to lie in itself, replace another or be moved when it is a root")
    mutating func refusedMoves() throws {
        let outer = try add("a", to: root)
        let inner = try add("b", to: outer)
        _ = try add("c", to: root)
        let (x, c) = (Array("x".utf8), Array("c".utf8))
        #expect(x.withUnsafeBytes { !tree.move(outer, to: inner, named: $0) })
        #expect(c.withUnsafeBytes { !tree.move(outer, to: root, named: $0) })
        #expect(x.withUnsafeBytes { !tree.move(root, to: outer, named: $0) })
        #expect(tree.path(of: inner) == FilePath("/photos/a/b"))
    }

    @Test("a handle of a removed directory finds nothing, also after its place is used again")
    mutating func staleHandles() throws {
        let gone = try add("gone", to: root)
        let below = try add("below", to: gone)
        #expect(tree.attach(1, to: gone) == nil)
        #expect(tree.attach(2, to: below) == nil)
        let removed = tree.remove(gone)
        #expect(Set(removed.nodes) == [gone, below])
        #expect(Set(removed.descriptors) == [1, 2])
        let new = try add("new", to: root)
        #expect(new != gone && new != below)
        #expect(!tree.contains(gone) && tree.path(of: below) == nil && tree.parent(of: gone) == nil)
        #expect(tree.remove(gone).nodes.isEmpty)
        #expect(tree.ensureChild(of: gone, named: FileName("x")) == nil)
        #expect(tree.count == 2)
    }

    @Test("a watch descriptor stands for several directories until the last one lets go")
    mutating func sharedDescriptors() throws {
        let nodes = try ["a", "b", "c"].map { try add($0, to: root) }
        for node in nodes { #expect(tree.attach(5, to: node) == nil) }
        #expect(Set(tree.nodes(of: 5)) == Set(nodes))
        #expect(tree.soleNode(of: 5) == nil)
        #expect(tree.attach(6, to: nodes[1]) == nil)
        #expect(Set(tree.nodes(of: 5)) == [nodes[0], nodes[2]])
        #expect(tree.remove(nodes[2]).descriptors.isEmpty)
        #expect(tree.detach(nodes[0]) == 5)
        #expect(tree.nodes(of: 5).isEmpty)
        #expect(tree.descriptorCount == 1)
        #expect(tree.attach(9, to: nodes[1]) == 6)
    }

    @Test("what has no watch is counted until it has one or is gone")
    mutating func unwatched() throws {
        let (a, b) = (try add("a", to: root), try add("b", to: root))
        tree.setUnwatched(a)
        tree.setUnwatched(b)
        #expect(tree.unwatched == [a, b])
        _ = tree.attach(3, to: a)
        #expect(tree.state(of: a) == .watched)
        _ = tree.remove(b)
        #expect(tree.unwatched.isEmpty)
    }

    @Test("names are bytes: those of a crowd of siblings are told apart")
    mutating func manyChildren() throws {
        var nodes: [NodeID] = []
        for number in 0..<5_000 { nodes.append(try add("directory \(number)", to: root)) }
        let invalid = tree.ensureChild(of: root, named: FileName([0xFF, 0x0A]))?.node
        for number in stride(from: 0, to: 5_000, by: 2) { _ = tree.remove(nodes[number]) }
        for number in 0..<5_000 {
            let found = tree.child(of: root, named: FileName("directory \(number)"))
            #expect(found == (number % 2 == 0 ? nil : nodes[number]))
        }
        #expect(tree.child(of: root, named: FileName([0xFF, 0x0A])) == invalid)
        #expect(tree.children(of: root).count == 2_501)
    }
}
