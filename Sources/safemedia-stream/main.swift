import StreamCommand

print("safemedia-stream")
