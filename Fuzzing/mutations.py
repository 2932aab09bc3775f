"""Damages files: bytes, ends, lengths, parts that stand twice or belong to another file. Bytes in, bytes out."""
import struct

# What lengths and counts are set to: nothing, next to nothing, too much, and what is negative to those who forget.
EXTREMES = {2: [0, 1, 2, 0x7FFF, 0x8000, 0xFFFF], 4: [0, 1, 7, 8, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]}
FORMS = [">H", "<H", ">I", "<I"]
# Metadata lies at the beginning or the end of a file; half of all damage is done within so many bytes.
NEAR = 2_048
MAXIMUM_LENGTH = 1 << 20


def mutated(random, seeds):
    """One of `seeds`, which are not empty, with one to three damages; `random` decides everything."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.choice([1, 1, 2, 3])):
        damage = random.choice([flip, flip, truncate, duplicate, damage_length, damage_length, splice])
        data = damage(random, data, seeds)[:MAXIMUM_LENGTH] or data
    return bytes(data)


def position(random, data):
    """Somewhere in the file, at either end more often than in between."""
    near = min(NEAR, len(data))
    return random.choice([random.randrange(len(data)), random.randrange(near), len(data) - 1 - random.randrange(near)])


def flip(random, data, _):
    """Single bits, or bytes that are often special."""
    for _ in range(random.choice([1, 2, 4, 8, 32])):
        index = position(random, data)
        data[index] = random.choice([data[index] ^ 1 << random.randrange(8), 0, 0xFF, 0x80, random.randrange(256)])
    return data


def truncate(random, data, _):
    return data[:position(random, data) + 1]


def duplicate(random, data, _):
    """A part of the file stands twice, the second time where it was or elsewhere."""
    start = position(random, data)
    end = min(len(data), start + random.choice([4, 12, 64, 512, 4096]))
    place = random.choice([end, position(random, data)])
    return data[:place] + data[start:end] * random.choice([1, 1, 2, 40]) + data[place:]


def damage_length(random, data, _):
    """Overwrites a number that could be a length, an offset or a count: one that does not lead out of the file."""
    for _ in range(64):
        form = random.choice(FORMS)
        size = struct.calcsize(form)
        index = position(random, data)
        if index + size > len(data):
            continue
        value = struct.unpack_from(form, data, index)[0]
        if 0 < value <= len(data) - index:
            values = [*EXTREMES[size], value - 1, value + 1, len(data), random.randrange(1 << 8 * size)]
            struct.pack_into(form, data, index, random.choice(values) % (1 << 8 * size))
            return data
    return data


def splice(random, data, seeds):
    """The beginning of one file and the end of another."""
    other = random.choice(seeds)
    return data[:position(random, data)] + other[random.randrange(len(other)):]
