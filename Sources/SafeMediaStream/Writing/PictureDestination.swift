import SafeMediaFFmpeg
import SafeMediaFrames

/// Where the writing thread's pictures go: into a container, or to a sink of the app's.
protocol PictureDestination: AnyObject {
    /// The first picture is about to come, and is like this one.
    ///
    /// - Returns: the format that all pictures must have, and how they must be turned.
    func begin(like frame: SharedFrame) throws -> (format: PictureFormat, orientation: PictureOrientation)

    /// Takes a picture.
    func write(_ picture: SharedFrame, at time: StreamTime, duration: StreamTime?, isConcealed: Bool) throws

    /// Takes packets of other tracks.
    func take(_ packets: [TrackPacket])

    /// Writes what the other tracks may give by now.
    func advance(_ state: TrackState) throws

    /// Nothing more will come.
    func finish(_ state: TrackState) throws

    /// Nothing more will come, because of a failure.
    func abandon()
}
