// SPDX-License-Identifier: MIT

/// Columns `left` …< `right` of one key.
struct Run: BitwiseCopyable {
    var left: Int32
    var right: Int32
    var key: UInt32
}

/// A stack of lists of runs. The runs of a list are in order and do not overlap. New runs are merged with one of the lists.
///
/// A merge sweeps from left to right. A heap holds the runs at the current column. The run with the largest key is on top,
/// and it is the visible one.
struct RunMerger: ~Copyable {
    private var runs = Buffer<Run>(blank: Run(left: 0, right: 0, key: 0))
    private var heap = Buffer<Run>(blank: Run(left: 0, right: 0, key: 0))
    /// The part of the list below that has not been merged yet.
    private var below = RegionUnion.List(start: 0, end: 0)
    /// The start of the list that is being built.
    private var start = 0
    /// The column that the sweep has reached.
    private var column: Int32 = 0

    var count: Int { runs.count }

    subscript(index: Int) -> Run { runs[index] }

    func forEach(in list: RegionUnion.List, _ body: (Run) -> Void) {
        runs.forEach(from: list.start, to: list.end, body)
    }

    mutating func truncate(_ count: Int) { runs.truncate(count) }

    /// Begins a new list on top of the others.
    ///
    /// - Parameter list: The list to merge with.
    mutating func begin(_ list: RegionUnion.List) {
        below = list
        start = runs.count
        heap.truncate(0)
        column = 0
    }

    /// Merges one run; runs come in the order of their left edges.
    mutating func add(_ run: Run) throws(Failure) {
        while !below.isEmpty, runs[below.start].left <= run.left { try addFromBelow() }
        try sweep(to: run.left)
        try push(run)
    }

    /// The new list.
    mutating func finish() throws(Failure) -> RegionUnion.List {
        while !below.isEmpty { try addFromBelow() }
        try sweep(to: .max)
        return RegionUnion.List(start: start, end: runs.count)
    }

    private mutating func addFromBelow() throws(Failure) {
        let run = runs[below.start]
        below.start &+= 1
        try sweep(to: run.left)
        try push(run)
    }

    /// Writes the visible runs up to a column.
    private mutating func sweep(to end: Int32) throws(Failure) {
        while !heap.isEmpty {
            let top = heap[0]
            if top.right > column {
                let right = min(top.right, end)
                try emit(Run(left: column, right: right, key: top.key))
                column = right
            }
            if top.right > end { return }
            pop()
        }
        column = end
    }

    private mutating func emit(_ run: Run) throws(Failure) {
        guard run.left < run.right else { return }
        let last = runs.count &- 1
        if last >= start, runs[last].right == run.left, runs[last].key == run.key {
            runs.update(last) { $0.right = run.right }
        } else {
            try runs.append(run)
        }
    }

    // MARK: - Heap

    private mutating func push(_ run: Run) throws(Failure) {
        if !heap.isEmpty {
            let top = heap[0]
            // It is never visible, because the run on top hides all of it.
            if top.key >= run.key, top.right >= run.right { return }
            if top.key == run.key { return heap.update(0) { $0.right = run.right } }
        }
        try heap.append(run)
        var child = heap.count &- 1
        while child > 0 {
            let parent = (child &- 1) / 2
            guard heap[parent].key < heap[child].key else { return }
            exchange(child, parent)
            child = parent
        }
    }

    private mutating func pop() {
        exchange(0, heap.count &- 1)
        heap.removeLast()
        var parent = 0
        while true {
            var child = 2 &* parent &+ 1
            if child &+ 1 < heap.count, heap[child &+ 1].key > heap[child].key { child &+= 1 }
            guard child < heap.count, heap[child].key > heap[parent].key else { return }
            exchange(child, parent)
            parent = child
        }
    }

    private mutating func exchange(_ a: Int, _ b: Int) {
        let run = heap[a]
        heap[a] = heap[b]
        heap[b] = run
    }
}
