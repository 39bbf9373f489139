"""Harmless pictures out of whole-number formulas, the same to the byte here and in the tests' GeneratedPicture.swift."""
import numpy as np

KINDS = ("texture", "skin", "bodies", "noise", "blocks", "stripes", "captioned")


def scramble(a, b, c, seed):
    """0 to 255, the same for the same four numbers."""
    value = (a * 374761393 + b * 668265263 + c * 2246822519 + seed * 3266489917) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 1274126177) & 0xFFFFFFFF
    return (value ^ (value >> 16)) & 255


def smooth(x, y, cell, channel, seed):
    """0 to 255: scrambled numbers `cell` pixels apart, interpolated between."""
    column, row = x // cell, y // cell
    across, down = x % cell * 256 // cell, y % cell * 256 // cell
    above = scramble(column, row, channel, seed) * (256 - across) + scramble(column + 1, row, channel, seed) * across
    below = scramble(column, row + 1, channel, seed) * (256 - across) + scramble(column + 1, row + 1, channel, seed) * across
    return (above * (256 - down) + below * down) >> 16


def texture(x, y, cell, channel, seed):
    """Three sizes of `smooth`, the largest strongest."""
    small, smaller = max(cell // 2, 1), max(cell // 4, 1)
    return (smooth(x, y, cell, channel, seed) * 4 + smooth(x, y, small, channel, seed + 1) * 2
            + smooth(x, y, smaller, channel, seed + 2)) // 7


def picture(kind, width, height, seed):
    """Packed RGB, height by width by 3."""
    y, x = np.mgrid[0:height, 0:width].astype(np.int64)
    cell = max(min(width, height) // (2 + seed % 7), 1)
    tone = texture(x, y, cell, 0, seed)
    # Darkest skin and the way to the lightest.
    skin = [base + tone * reach // 255 + scramble(x, y, channel, seed) // 32
            for channel, (base, reach) in enumerate(((120, 120), (70, 125), (50, 120)))]
    if kind == "texture":
        channels = [texture(x, y, cell, channel, seed) for channel in range(3)]
    elif kind == "skin":
        channels = skin
    elif kind in ("bodies", "captioned"):
        cover = np.zeros_like(x)
        for blob in range(6):
            left = scramble(blob, 0, 7, seed) * width // 256
            top = scramble(blob, 1, 7, seed) * height // 256
            across = width * (32 + scramble(blob, 2, 7, seed) // 4) // 256 + 1
            down = height * (32 + scramble(blob, 3, 7, seed) // 4) // 256 + 1
            distance = (x - left) ** 2 * 256 // across ** 2 + (y - top) ** 2 * 256 // down ** 2
            cover = np.maximum(cover, np.clip(256 - distance, 0, 256))
        channels = [(texture(x, y, cell, channel, seed) // 2 * (256 - cover) + (value * 3 + cover // 4) // 4 * cover) >> 8
                    for channel, value in enumerate(skin)]
        if kind == "captioned":
            # Two rows of black and white cells along the lower edge, where the other kinds have no sharp edges.
            line = np.where(y >= height - height // 24, 1, 0)
            cells = np.where(scramble(x // max(width // 40, 1), line, 8, seed) >= 128, 235, 16)
            channels = [np.where(y >= height - height // 12, cells, value) for value in channels]
    elif kind == "noise":
        channels = [scramble(x, y, channel, seed) for channel in range(3)]
    elif kind == "blocks":
        channels = [scramble(x // cell, y // cell, channel, seed) for channel in range(3)]
    else:
        channels = [(x * (seed % 5 + 1) + y * (seed % 3)) * (channel + 1) // 4 % 256 for channel in range(3)]
    return np.clip(np.stack(channels, axis=-1), 0, 255).astype(np.uint8)
