/// Where media is about to be seen.
public enum SafeMediaContext: Sendable, Hashable {
    /// A message that came in.
    case incomingMessage
    /// Media that is about to be uploaded.
    case outgoingUpload
    /// A small picture in a feed.
    case feedThumbnail
    /// A picture of a profile.
    case profileAvatar
    /// A viewer that fills the screen.
    case fullScreenViewer
    /// Work handed in at a school.
    case classroomSubmission
    /// The preview of a video file.
    case videoFilePreview
    /// Live video.
    case liveVideo
}
