#!/bin/sh
# Rewrites the table of pixel formats that the concealment tests run over, from the installed libavutil.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
table="$here/../../Tests/SafeMediaConcealTests/Support/PixelFormatTable.swift"
program=$(mktemp)
trap 'rm -f "$program"' EXIT
cc -o "$program" "$here/list_pixel_formats.c" $(pkg-config --cflags --libs libavutil)
{
    echo "/// Every pixel format of libavutil $(pkg-config --modversion libavutil); written by Fixtures/PixelFormats/generate.sh."
    echo "/// A line: name, identifier, model, flags (a alpha, e big endian, b bitstream, f float), log2 of chroma width and"
    echo "/// height, bytes of each plane's lines at 3 and at 321 pixels, then plane:step:offset:shift:depth of each component."
    echo 'let pixelFormatTable = """'
    "$program" | sed 's/^/    /'
    echo '    """'
} > "$table"
