extension ActingTarget {
    /// A container that is in the tree already.
    init(_ node: Node, in tree: NavigationTree) {
        self.init(
            type: node.type,
            childCount: node.children.count,
            childTypes: node.children.compactMap { tree.nodes[$0]?.type },
            indexOfChild: { id in
                guard LayoutReader.isID(id) else { return nil }
                return tree.ancestors(of: id).lazy.compactMap { node.children.firstIndex(of: $0.id) }.first
            }
        )
    }
}
