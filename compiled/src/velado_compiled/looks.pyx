# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What `lexicons.look` does for a word, for many at once."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.math cimport exp
from libc.stdint cimport uint8_t, uint32_t, uint64_t

__all__ = ["chances_of"]

cdef enum:
    GROUP = 5  # letters in a group, at most

cdef uint32_t[256] REMAINDERS  # of CRC-32: what a byte makes of the remainder


cdef void fill_remainders() noexcept:
    cdef uint32_t code
    cdef int byte, bit
    for byte in range(256):
        code = byte
        for bit in range(8):
            code = code >> 1 ^ 0xEDB88320U if code & 1 else code >> 1
        REMAINDERS[byte] = code


fill_remainders()


def chances_of(const uint64_t[::1] packed, const uint64_t[::1] lengths, list words, double scale):
    """What `Look.chances` tells of some ASCII words: `packed` has the weights by bucket, `lengths` what their length adds."""
    cdef list result = []
    cdef Py_ssize_t at, part, size
    cdef uint64_t total, buckets = packed.shape[0]
    cdef uint32_t code
    cdef const char* letters
    cdef int top, kind
    cdef int[4] classes
    cdef double[4] powers
    cdef double whole
    if buckets == 0 or buckets & (buckets - 1) or lengths.shape[0] == 0:
        raise ValueError("the number of buckets must be a power of two")
    for word in words:
        if not word.isascii():
            raise ValueError("the words must be ASCII")
        letters = PyUnicode_AsUTF8AndSize(word, &size)
        total = lengths[min(size, lengths.shape[0] - 1)]
        for at in range(-1, size + 1):  # its edges are marked
            code = 0xffffffffU
            for part in range(at, min(at + GROUP, size + 1)):
                code = REMAINDERS[(code ^ <uint8_t>(c"^" if part < 0 else c"$" if part == size else letters[part])) & 0xff] ^ code >> 8
                total += packed[<uint64_t>(code ^ 0xffffffffU) & (buckets - 1)]
        top = 0
        for kind in range(4):
            classes[kind] = total >> 16 * kind & 0xffff
            top = max(top, classes[kind])
        for kind in range(4):
            powers[kind] = exp((classes[kind] - top) / scale)
        whole = powers[0] + powers[1] + powers[2] + powers[3]
        result.append((powers[0] / whole, powers[1] / whole, powers[2] / whole, powers[3] / whole))
    return result
