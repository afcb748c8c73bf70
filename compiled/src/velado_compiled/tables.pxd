from libc.stdint cimport int32_t, int64_t, uint32_t


cdef class Keys:
    cdef bytearray _held  # the memory of both
    cdef int64_t* _keys
    cdef int32_t* _numbers  # one more than the number; 0 where nothing is
    cdef size_t _mask, _count

    cdef int _make(self, size_t size) except -1
    cdef size_t _place(self, int64_t key) noexcept
    cdef void _put(self, int64_t key, int32_t number) noexcept
    cdef int32_t find(self, int64_t key) noexcept


cdef class Names:
    cdef bytes _text
    cdef const char* _letters
    cdef size_t _size
    cdef bytearray _held  # the memory of all three
    cdef uint32_t* _hashes
    cdef uint32_t* _offsets  # where in the text the names begin
    cdef int32_t* _numbers  # one more than the number; 0 where nothing is
    cdef size_t _mask, _count
    # A name that is being put together; one that is longer than all that are known is not known.
    cdef bytearray _name
    cdef size_t _longest, _written

    cdef int _make(self, size_t size) except -1
    cdef int _grow(self) except -1
    cdef size_t _place(self, const char* name, size_t size, uint32_t hashed) noexcept
    cdef int32_t find(self, const char* name, size_t size) noexcept
    cdef int32_t told(self, name) except -2
    cdef void begin(self, const char* start) noexcept
    cdef void go_on(self, const char* letters, size_t size) noexcept
    cdef int32_t named(self) noexcept
