// SPDX-License-Identifier: MIT

// Which nodes are marked, counted from each node up to its window. So a walk for regions visits nothing else.

extension NodeTree {
    /// Adds to the count of a node and of all that it is in.
    @inline(never)
    mutating func changeMarked(from slot: Int, by change: Int) {
        guard change != 0 else { return }
        var slot = slot
        while slot != Node.none {
            let (marked, parent) = nodes.update(slot) { node in
                node.marked &+= change
                return (node.marked, node.parent)
            }
            if marked == 0 { unlinkMarked(slot) } else if marked == change { linkMarked(slot) }
            slot = parent
        }
    }

    /// Removes what is marked in a node from the counts of what it is in.
    mutating func removeMarked(_ slot: Int) {
        let (marked, parent) = nodes.read(slot) { ($0.marked, $0.parent) }
        if marked > 0 { unlinkMarked(slot) }
        changeMarked(from: parent, by: 0 &- marked)
    }

    mutating func forgetMarked(_ slot: Int) {
        nodes.update(slot) { node in
            (node.marked, node.firstMarked, node.nextMarked, node.previousMarked) = (0, Node.none, Node.none, Node.none)
        }
    }

    private mutating func linkMarked(_ slot: Int) {
        let parent = nodes.read(slot) { $0.parent }
        let first = nodes.update(parent) { node in
            let first = node.firstMarked
            node.firstMarked = slot
            return first
        }
        nodes.update(slot) { $0.nextMarked = first }
        nodes.update(first) { $0.previousMarked = slot }
    }

    private mutating func unlinkMarked(_ slot: Int) {
        let (parent, next, previous) = nodes.update(slot) { node in
            let links = (node.parent, node.nextMarked, node.previousMarked)
            (node.nextMarked, node.previousMarked) = (Node.none, Node.none)
            return links
        }
        nodes.update(next) { $0.previousMarked = previous }
        nodes.update(previous) { $0.nextMarked = next }
        nodes.update(parent) { if $0.firstMarked == slot { $0.firstMarked = next } }
    }
}
