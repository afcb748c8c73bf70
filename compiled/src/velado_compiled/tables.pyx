# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Numbers by key and by name, in open tables that are at most half full."""

cimport cython
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport INT32_MAX, UINT32_MAX, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memchr, memcmp, memcpy, memset, strlen

__all__ = ["Keys", "Names", "numbers_of"]

cdef enum:
    LEAST = 1024  # places of a table


cdef class Keys:
    """Numbers by keys that are whole numbers themselves."""

    def __cinit__(self):
        self._make(LEAST)

    def __len__(self):
        return self._count

    cdef int _make(self, size_t size) except -1:
        self._held = bytearray(size * (sizeof(int64_t) + sizeof(int32_t)))
        self._keys = <int64_t*>PyByteArray_AS_STRING(self._held)
        self._numbers = <int32_t*>(self._keys + size)
        self._mask, self._count = size - 1, 0
        return 0

    cdef size_t _place(self, int64_t key) noexcept:
        cdef size_t at = <size_t>(<uint64_t>key * 0x9E3779B97F4A7C15ULL >> 20) & self._mask
        while self._numbers[at] and self._keys[at] != key:
            at = (at + 1) & self._mask
        return at

    cdef void _put(self, int64_t key, int32_t number) noexcept:
        cdef size_t at = self._place(key)
        self._count += not self._numbers[at]
        self._keys[at], self._numbers[at] = key, number + 1

    cdef int32_t find(self, int64_t key) noexcept:
        """The number of a key, or -1."""
        return self._numbers[self._place(key)] - 1

    def update(self, const int64_t[::1] keys, const int64_t[::1] numbers):
        """Give some keys their numbers."""
        cdef size_t at, size = self._mask + 1, old = self._mask + 1
        cdef Py_ssize_t new
        cdef bytearray held = self._held  # stays until all of it is in the new table
        cdef int64_t* known = self._keys
        cdef int32_t* told = self._numbers
        if keys.shape[0] != numbers.shape[0]:
            raise ValueError("each key needs a number")
        for new in range(numbers.shape[0]):
            if not 0 <= numbers[new] < INT32_MAX:
                raise ValueError("a number is out of range")
        while size < 2 * (self._count + <size_t>keys.shape[0]):
            size *= 2
        if size > old:
            self._make(size)
            for at in range(old):
                if told[at]:
                    self._put(known[at], told[at] - 1)
        for new in range(keys.shape[0]):
            self._put(keys[new], <int32_t>numbers[new])

    def numbers(self, const int64_t[::1] keys, int64_t[::1] into):
        """Write the numbers of some keys, -1 where there is none; tells how many have none."""
        cdef Py_ssize_t at, missing = 0
        if keys.shape[0] != into.shape[0]:
            raise ValueError("each key needs a place")
        for at in range(keys.shape[0]):
            into[at] = self.find(keys[at])
            missing += into[at] < 0
        return missing

    def clear(self):
        """Forget everything."""
        memset(self._numbers, 0, (self._mask + 1) * sizeof(int32_t))
        self._count = 0


@cython.boundscheck(True)  # of the list
def numbers_of(dict numbers not None, list keys not None, int64_t[::1] into):
    """The same with a dict for the table."""
    cdef Py_ssize_t at, missing = 0
    cdef PyObject* number
    if len(keys) != into.shape[0]:
        raise ValueError("each key needs a place")
    for at in range(into.shape[0]):
        number = PyDict_GetItemWithError(numbers, keys[at])
        into[at] = <object>number if number != NULL else -1
        missing += number == NULL
    return missing


cdef inline uint32_t hash_of(const char* name, size_t size) noexcept:
    """FNV-1a, folded to half."""
    cdef uint64_t hashed = 0xcbf29ce484222325ULL
    cdef size_t at
    for at in range(size):
        hashed = (hashed ^ <uint8_t>name[at]) * 0x100000001b3ULL
    return <uint32_t>(hashed ^ hashed >> 32)


cdef class Names:
    """Numbers by name, where the names are lines of one text, or their ends: no name is kept twice."""

    def __cinit__(self, bytes text not None):
        if len(text) >= UINT32_MAX or not (text == b"" or text.endswith(b"\n")):
            raise ValueError("a text of lines is needed")
        self._text = text
        self._letters, self._size = text, len(text)
        self._name = bytearray()
        self._make(LEAST)

    def __len__(self):
        return self._count

    cdef int _make(self, size_t size) except -1:
        self._held = bytearray(size * 3 * sizeof(uint32_t))
        self._hashes = <uint32_t*>PyByteArray_AS_STRING(self._held)
        self._offsets = self._hashes + size
        self._numbers = <int32_t*>(self._offsets + size)
        self._mask = size - 1
        return 0

    cdef int _grow(self) except -1:
        cdef size_t at, place, old = self._mask + 1
        cdef bytearray held = self._held  # stays until all of it is in the new table
        cdef uint32_t* hashes = self._hashes
        cdef uint32_t* offsets = self._offsets
        cdef int32_t* numbers = self._numbers
        self._make(2 * old)
        for at in range(old):
            if numbers[at]:
                place = hashes[at] & self._mask
                while self._numbers[place]:
                    place = (place + 1) & self._mask
                self._hashes[place], self._offsets[place], self._numbers[place] = hashes[at], offsets[at], numbers[at]
        return 0

    cdef size_t _place(self, const char* name, size_t size, uint32_t hashed) noexcept:
        cdef size_t at = hashed & self._mask
        cdef const char* known
        while self._numbers[at]:
            if self._hashes[at] == hashed:
                known = self._letters + self._offsets[at]
                if self._offsets[at] + size < self._size and memcmp(known, name, size) == 0 and known[size] == c"\n":
                    return at
            at = (at + 1) & self._mask
        return at

    cdef int32_t find(self, const char* name, size_t size) noexcept:
        """The number of a name, or -1."""
        return self._numbers[self._place(name, size, hash_of(name, size))] - 1

    cdef int32_t told(self, name) except -2:
        """The same for a text of Python's."""
        cdef Py_ssize_t size
        cdef const char* letters
        try:
            letters = PyUnicode_AsUTF8AndSize(name, &size)
        except UnicodeEncodeError:  # half a letter, as no name has
            return -1
        return self.find(letters, size)

    cdef void begin(self, const char* start) noexcept:
        """Put a name together: how it begins."""
        self._written = 0
        self.go_on(start, strlen(start))

    cdef void go_on(self, const char* letters, size_t size) noexcept:
        """And how it goes on."""
        if self._written + size <= self._longest:
            memcpy(PyByteArray_AS_STRING(self._name) + self._written, letters, size)
            self._written += size
        else:
            self._written = self._longest + 1

    cdef int32_t named(self) noexcept:
        """The number of what was put together, or -1."""
        return self.find(PyByteArray_AS_STRING(self._name), self._written) if self._written <= self._longest else -1

    def get(self, name, default=None):
        """The number of a name."""
        cdef int32_t number = self.told(name)
        return default if number < 0 else number

    def read(self, size_t start, size_t stop, size_t skip, int64_t following):
        """Number the lines of a part of the text, without their first `skip` letters; those that are known keep their numbers.

        New ones get the numbers from `following` on. Tells the numbers of all.
        """
        cdef list result = []
        cdef size_t size, place
        cdef uint32_t hashed
        cdef const char* name
        if not start <= stop <= self._size:
            raise ValueError("the text is shorter")
        while start < stop:
            size = <const char*>memchr(self._letters + start, c"\n", self._size - start) - (self._letters + start)
            if size < skip:
                raise ValueError("a line is too short")
            if size > self._longest:
                self._name, self._longest = bytearray(size + 1), size
            if 2 * self._count > self._mask:
                self._grow()
            name = self._letters + start + skip
            hashed = hash_of(name, size - skip)
            place = self._place(name, size - skip, hashed)
            if not self._numbers[place]:
                if not 0 <= following < INT32_MAX:
                    raise ValueError("a number is out of range")
                self._hashes[place], self._offsets[place], self._numbers[place] = hashed, <uint32_t>(start + skip), <int32_t>following + 1
                self._count += 1
                following += 1
            result.append(self._numbers[place] - 1)
            start += size + 1
        return result
