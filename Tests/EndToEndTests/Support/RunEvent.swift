import Foundation

/// One line of the command's events, with the members that tests look at.
struct RunEvent: Decodable, Sendable {
    var event: String
    var time: Double?
    var number: Int?
    var action: String?
    var reason: String?
    var sensitivity: String?
    var decision: Int?
    var message: String?
    var outcome: String?
    var frames: Int?
    var concealed: Int?
    var late: Int?
    var damaged: Int?
    var unverified: Int?
    var samples: Int?
    var decisions: Int?
    var position: Double?
    var duration: Double?
    var scores: [String: Double]?

    /// Those among the lines of a text that are objects; other lines are messages for people.
    static func all(in text: String) throws -> [RunEvent] {
        try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
            try JSONDecoder().decode(RunEvent.self, from: Data($0.utf8))
        }
    }
}

extension [RunEvent] {
    func named(_ event: String) -> [RunEvent] { filter { $0.event == event } }
    var finished: RunEvent? { last { $0.event == "finished" } }
    /// Decisions about something else than safe pictures.
    var concerns: [RunEvent] { named("decision").filter { $0.reason != "safe" } }
    var notices: [String] { named("notice").compactMap(\.message) }
}
