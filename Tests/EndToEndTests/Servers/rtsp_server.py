#!/usr/bin/python3
"""GStreamer's RTSP server on a loopback port, for tests: rtsp_server.py CLIP RECORDING [PORT]

  /live    CLIP (H.264, with or without AAC) again and again for two minutes, at its own speed
  /record  takes a published H.264 stream, with AAC where CLIP has it, and writes it to RECORDING (MPEG-TS)

Prints `ready PORT` once it listens, `recording` when a publisher is there and `recorded` when it has gone and the file
is complete. Ends when its standard input does, so that it never outlives whoever started it.
"""
import json
import math
import os
import subprocess
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402  (versions are to be named first)

# How long /live goes on; longer than any test.
SECONDS = 120


def say(text):
    print(text, flush=True)


def probe(clip):
    answer = json.loads(subprocess.check_output(
        ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name:format=duration", "-of", "json", clip]))
    sound = any(stream.get("codec_name") == "aac" for stream in answer["streams"])
    return sound, float(answer["format"]["duration"])


def repeat(clip, duration, looped):
    """GStreamer's demuxers cannot loop, and a live feed of its own making stalls now and then: a longer file can."""
    subprocess.check_call(
        ["ffmpeg", "-y", "-v", "error", "-nostdin", "-stream_loop", str(math.ceil(SECONDS / max(duration, 0.1)) - 1),
         "-i", clip, "-c", "copy", looped])


class Live(GstRtspServer.RTSPMediaFactory):
    """One run through the file, shared by all players: it begins with the first of them."""

    def __init__(self, looped, sound):
        super().__init__()
        video = "d. ! queue ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96"
        audio = " d. ! queue ! aacparse ! rtpmp4gpay name=pay1 pt=97" if sound else ""
        self.set_launch(f"( filesrc location={looped} ! qtdemux name=d {video}{audio} )")
        self.set_shared(True)


class Record(GstRtspServer.RTSPMediaFactory):
    def __init__(self, recording, sound):
        super().__init__()
        # One access unit a buffer: left to themselves, parser and muxer agree on single units and then lose pictures.
        video = "rtph264depay name=depay0 ! h264parse ! video/x-h264,alignment=au ! queue ! m."
        audio = " rtpmp4gdepay name=depay1 ! aacparse ! queue ! m." if sound else ""
        self.set_launch(f"( {video}{audio} mpegtsmux name=m ! filesink location={recording} )")
        self.set_transport_mode(GstRtspServer.RTSPTransportMode.RECORD)
        # Nothing waits in a jitter buffer when the publisher goes, and the file is ended as such.
        self.set_latency(0)
        self.set_eos_shutdown(True)
        self.connect("media-configure", self.begin)

    @staticmethod
    def begin(_, media):
        say("recording")
        media.connect("unprepared", lambda _: say("recorded"))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    clip, recording = map(os.path.abspath, sys.argv[1:3])
    Gst.init(None)
    sound, duration = probe(clip)
    looped = recording + ".looped.mp4"
    repeat(clip, duration, looped)
    server = GstRtspServer.RTSPServer.new()
    server.set_address("127.0.0.1")
    server.set_service(sys.argv[3] if len(sys.argv) > 3 else "0")
    mounts = server.get_mount_points()
    mounts.add_factory("/live", Live(looped, sound))
    mounts.add_factory("/record", Record(recording, sound))
    if not server.attach(None):
        sys.exit("rtsp_server: the port is taken")
    loop = GLib.MainLoop()
    GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP | GLib.IOCondition.IN, lambda *_: loop.quit())
    say(f"ready {server.get_bound_port()}")
    loop.run()


if __name__ == "__main__":
    main()
