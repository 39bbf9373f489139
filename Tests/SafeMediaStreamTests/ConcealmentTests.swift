import Foundation
import SafeMediaFrames
import SafeMediaKit
import Synchronization
import Testing

@testable import SafeMediaStream

extension PipelineTests {
    /// What stands in place of pictures, looked at sample by sample.
    @MainActor @Suite(.timeLimit(.minutes(1)))
    struct ConcealmentTests {
        private func world(_ concealment: Concealment, sink: RecordingSink = RecordingSink()) throws -> World {
            try World(sink: sink, configure: { $0.concealment = concealment }) { $0 >= 5 ? .sensitive() : .clear }
        }

        private func concealedPictures(_ concealment: Concealment) async throws -> [SeenPicture] {
            let world = try world(concealment)
            try await world.run(12)
            #expect(world.sink.clear == Array(0..<5))
            #expect(world.sink.concealed == Array(5..<12))
            return world.sink.entries.dropFirst(5).map(\.picture)
        }

        @Test func blankIsBlack() async throws {
            #expect(try await concealedPictures(.blank).allSatisfy { $0.isBlank })
        }

        @Test func freezeIsTheLastClearPicture() async throws {
            let world = try world(.freeze)
            try await world.run(12)
            let pictures = world.sink.entries.map(\.picture)
            #expect(pictures.dropFirst(4).allSatisfy { $0 == pictures[4] })
            #expect(world.sink.concealed == Array(5..<12))
        }

        @Test func freezeWithoutAClearPictureIsBlack() async throws {
            let world = try World(configure: { $0.concealment = .freeze }) { _ in .sensitive() }
            try await world.run(5)
            #expect(world.sink.entries.count == 5)
            #expect(world.sink.entries.allSatisfy { $0.picture.isBlank })
        }

        /// The pattern swings by 160 from sample to sample.
        @Test(arguments: [Concealment.blur, .mosaic])
        func reducedPicturesKeepNoDetail(_ concealment: Concealment) async throws {
            for picture in try await concealedPictures(concealment) {
                #expect(picture.contrast < 60)
                #expect(!picture.isBlank)
            }
        }

        @Test func builtInSlateIsTheSameForEveryPicture() async throws {
            let pictures = try await concealedPictures(.slate())
            #expect(Set(pictures).count == 1)
            #expect(pictures.allSatisfy { $0.sourceIndex == nil })
        }

        @Test func slateShowsAPictureFile() async throws {
            let path = NSTemporaryDirectory() + "slate-\(UUID().uuidString).ppm"
            defer { try? FileManager.default.removeItem(atPath: path) }
            // White, of the same shape, so that it fills the picture.
            let bytes = Array("P6\n48 32\n255\n".utf8) + [UInt8](repeating: 255, count: 48 * 32 * 3)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let pictures = try await concealedPictures(.slate(picture: path))
            #expect(pictures.allSatisfy { $0.luma.allSatisfy { $0 >= 233 } })
        }

        @Test func aSlateThatCannotBeReadEndsTheRunClearly() async throws {
            let world = try world(.slate(picture: "/nonexistent/picture.png"))
            await #expect(throws: StreamError.self) { try await world.run(12) }
            #expect(world.sink.clear == Array(0..<world.sink.entries.count))
            #expect(world.sink.finishes == 1)
        }

        @Test func inTheHandlerItAppliesToThatDecisionOnly() async throws {
            let world = try World(configure: { $0.resume = .whenSafe(.zero) }) {
                (5..<10).contains($0) || (20..<25).contains($0) ? .sensitive() : .clear
            }
            var isFirst = true
            world.onDecision = { decision, _ in
                guard decision.action == .blurWithReveal, isFirst else { return }
                isFirst = false
                world.control?.setConcealment(.freeze)
            }
            // The control is there before the first decision's handler: the run begins with the first frame.
            try await world.run(30)
            let pictures = world.sink.entries.map(\.picture)
            #expect(pictures[5..<10].allSatisfy { $0 == pictures[4] })
            #expect(pictures[20..<25].allSatisfy { $0.isBlank })
        }

        @Test func outsideAHandlerItAppliesFromTheNextFrame() async throws {
            let control = Mutex<StreamControl?>(nil)
            let sink = RecordingSink { count in
                if count == 8 { control.withLock { $0 }?.setConcealment(.freeze) }
            }
            let world = try world(.blank, sink: sink)
            let started = try await world.start()
            control.withLock { $0 = started }
            world.push(0..<12)
            _ = try await started.waitForCompletion()
            let pictures = world.sink.entries.map(\.picture)
            #expect(pictures[5...8].allSatisfy { $0.isBlank })
            #expect(pictures[9..<12].allSatisfy { $0 == pictures[4] })
        }
    }
}
