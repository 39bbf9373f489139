/// A queue whose elements keep the number they were appended with. Numbers grow by one.
struct Line<Element> {
    private var storage: [Element] = []
    private var head = 0
    /// The number of the oldest element that is still here, or of the next one to come.
    private(set) var first: Int

    init(first: Int = 0) {
        self.first = first
    }

    /// One past the number of the newest element.
    var end: Int { first + count }
    var count: Int { storage.count - head }
    var isEmpty: Bool { count == 0 }

    /// The element with this number, which must be here.
    subscript(number: Int) -> Element {
        get { storage[head + number - first] }
        set { storage[head + number - first] = newValue }
    }

    func contains(_ number: Int) -> Bool { number >= first && number < end }

    mutating func append(_ element: Element) {
        storage.append(element)
    }

    mutating func removeFirst() {
        head += 1
        first += 1
        // Moved together only when half is empty, so that removal costs a constant on average.
        if head > 32, head * 2 > storage.count {
            storage.removeFirst(head)
            head = 0
        }
    }
}
