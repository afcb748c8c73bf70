# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How a word is found in a compiled lexicon (`lexicons._table`), and the longest entry in a row of words (`lexicons.longest`)."""

cimport cython
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

__all__ = ["Lexicon", "Longest"]

cdef enum:
    BLOCK = 128  # bytes that BLAKE2b takes at once
    ROUNDS = 12

cdef uint64_t* START = [
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
]
cdef uint8_t* ORDER = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
    11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
    7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
    9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
    2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
    12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
    13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
    6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
    10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
]


cdef inline uint64_t turned(uint64_t number, int bits) noexcept:
    return number >> bits | number << (64 - bits)


cdef inline void mix(uint64_t* state, int a, int b, int c, int d, uint64_t one, uint64_t other) noexcept:
    state[a] += state[b] + one
    state[d] = turned(state[d] ^ state[a], 32)
    state[c] += state[d]
    state[b] = turned(state[b] ^ state[c], 24)
    state[a] += state[b] + other
    state[d] = turned(state[d] ^ state[a], 16)
    state[c] += state[d]
    state[b] = turned(state[b] ^ state[c], 63)


cdef uint64_t digest(const char* letters, size_t size) noexcept:
    """BLAKE2b with eight bytes (RFC 7693) of at most one block, as a little-endian number."""
    cdef uint64_t[16] state, message
    cdef uint8_t[BLOCK] block
    cdef uint64_t first = START[0] ^ 0x01010008
    cdef const uint8_t* order
    cdef int at, step, byte
    memset(block, 0, BLOCK)
    memcpy(block, letters, size)
    for at in range(16):
        message[at] = 0
        for byte in range(8):
            message[at] |= <uint64_t>block[8 * at + byte] << 8 * byte
    for at in range(8):
        state[at], state[at + 8] = START[at], START[at]
    state[0] = first
    state[12] ^= size
    state[14] ^= 0xffffffffffffffff  # the last block
    for step in range(ROUNDS):
        order = ORDER + 16 * (step % 10)
        mix(state, 0, 4, 8, 12, message[order[0]], message[order[1]])
        mix(state, 1, 5, 9, 13, message[order[2]], message[order[3]])
        mix(state, 2, 6, 10, 14, message[order[4]], message[order[5]])
        mix(state, 3, 7, 11, 15, message[order[6]], message[order[7]])
        mix(state, 0, 5, 10, 15, message[order[8]], message[order[9]])
        mix(state, 1, 6, 11, 12, message[order[10]], message[order[11]])
        mix(state, 2, 7, 8, 13, message[order[12]], message[order[13]])
        mix(state, 3, 4, 9, 14, message[order[14]], message[order[15]])
    return first ^ state[0] ^ state[8]


cdef class Lexicon:
    """The slots of a lexicon's file."""

    cdef const uint32_t[::1] _fingerprints
    cdef const uint16_t[::1] _numbers
    cdef const uint64_t[::1] _values

    def __cinit__(self, const uint32_t[::1] fingerprints, const uint16_t[::1] numbers, const uint64_t[::1] values):
        cdef Py_ssize_t slot
        cdef bint room = False
        self._fingerprints, self._numbers, self._values = fingerprints, numbers, values
        if fingerprints.shape[0] != numbers.shape[0]:
            raise ValueError("each slot needs a fingerprint and a number")
        for slot in range(numbers.shape[0]):
            room |= numbers[slot] == 0
            if numbers[slot] >= values.shape[0]:
                raise ValueError("a slot has no value")
        if not room:
            raise ValueError("no slot is free, so that a search would not end")

    def find(self, word):
        """The value of a word, 0 when it is not there; None for a word that is too long, or no text."""
        cdef Py_ssize_t size
        cdef const char* letters
        cdef uint64_t hashed
        cdef uint32_t fingerprint
        cdef size_t slot, slots = self._numbers.shape[0]
        try:
            letters = PyUnicode_AsUTF8AndSize(word, &size)
        except UnicodeEncodeError:  # half a letter
            return None
        if size > BLOCK:
            return None
        hashed = digest(letters, size)
        fingerprint, slot = <uint32_t>(hashed >> 32), <uint32_t>hashed % slots
        while self._numbers[slot]:
            if self._fingerprints[slot] == fingerprint:
                return self._values[self._numbers[slot]]
            slot = slot + 1 if slot + 1 < slots else 0
        return 0


cdef class Longest:
    """How many of some words from one on make the longest entry, and its value; see `lexicons.longest`."""

    cdef object _memory
    cdef uint64_t _prefix
    cdef frozenset _joints

    def __cinit__(self, memory not None, uint64_t prefix, frozenset joints not None):
        self._memory, self._prefix, self._joints = memory, prefix, joints

    @cython.boundscheck(True)
    @cython.wraparound(True)
    def __call__(self, words, Py_ssize_t start, int limit=6):
        cdef uint64_t prefix = self._prefix, value, best
        cdef Py_ssize_t position = start + 1, length = 1, end
        cdef int taken = 1
        phrase = words[start]
        value = best = self._memory[phrase]
        if not value & prefix:
            return <int>(value != 0), value
        end = len(words)
        while value & prefix and taken < limit and position < end:
            word = words[position]
            if word in self._joints and position + 1 < end and (word != "." or len(words[position - 1]) <= 4):
                position += 1
                word = words[position]
            if not word.isalnum():
                break  # an entry is made of words and numbers
            phrase = f"{phrase} {word}"
            value = self._memory[phrase]
            position += 1
            taken += 1
            # A bare prefix is no entry of its own.
            if value & ~prefix:
                best, length = value, position - start
        if best & ~prefix:
            return length, best
        return 0, 0
