/// Elements in order, at most so many; what does not fit is counted where it is missing. Mandatory elements always fit.
package struct BoundedQueue<Element: Sendable>: Sendable {
    package enum Item: Sendable {
        case element(Element)
        /// So many elements are missing here.
        case dropped(Int)
    }

    private let capacity: Int
    private var items: [Item] = []

    package init(capacity: Int) { self.capacity = capacity }

    package var isEmpty: Bool { items.isEmpty }

    package mutating func push(_ element: Element, isMandatory: Bool) {
        if items.count < capacity || isMandatory {
            items.append(.element(element))
        } else if case .dropped(let count) = items.last {
            items[items.count - 1] = .dropped(count + 1)
        } else {
            items.append(.dropped(1))
        }
    }

    /// Takes everything.
    package mutating func popAll() -> [Item] {
        defer { items = [] }
        return items
    }
}
