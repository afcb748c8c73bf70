# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The sums of `fast_scoring`: every number that points somewhere is checked, then the loops run without checks."""

cimport cython
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t
from velado_compiled.tables cimport Keys, Names

__all__ = ["Sparse", "Sums", "add_kept", "add_kinds", "add_words"]

cdef const char** HEADS = [b"", b"p1=", b"p2=", b"p3=", b"p4="]
cdef const char** TAILS = [b"", b"e1=", b"e2=", b"e3=", b"e4="]
cdef const char** LENGTHS = [
    b"l=0|", b"l=1|", b"l=2|", b"l=3|", b"l=4|", b"l=5|", b"l=6|", b"l=7|", b"l=8|", b"l=9|", b"l=10|", b"l=11|", b"l=12|",
]


cdef class Sparse:
    """Rows of weights of which only what is not zero is stored, as many steps as it is large."""

    cdef const int64_t[::1] _begins
    cdef const uint16_t[::1] _columns
    cdef const int16_t[::1] _values
    cdef const int64_t* _begin  # the same once more, for the loops
    cdef const uint16_t* _column
    cdef const int16_t* _value
    cdef float _step
    cdef Py_ssize_t _count

    def __cinit__(self, const int64_t[::1] begins, const uint16_t[::1] columns, const int16_t[::1] values, float step):
        cdef Py_ssize_t row
        self._begins, self._columns, self._values, self._step = begins, columns, values, step
        self._begin = &begins[0] if begins.shape[0] else NULL
        self._column = &columns[0] if columns.shape[0] else NULL
        self._value = &values[0] if values.shape[0] else NULL
        self._count = begins.shape[0] - 1
        if self._count < 0 or begins[0] != 0 or begins[self._count] != columns.shape[0] or columns.shape[0] != values.shape[0]:
            raise ValueError("the rows do not fit their cells")
        for row in range(self._count):
            if begins[row] > begins[row + 1]:
                raise ValueError("the rows are not in order")

    cdef inline void add(self, int64_t row, float* target, Py_ssize_t width) noexcept:
        """A row that does not exist adds nothing, nor does what lies beyond the width."""
        cdef const uint16_t* column
        cdef const uint16_t* stop
        cdef const int16_t* value
        cdef float step = self._step
        if 0 <= row < self._count:
            column, stop, value = self._column + self._begin[row], self._column + self._begin[row + 1], self._value + self._begin[row]
            while column < stop:
                if column[0] < width:
                    target[column[0]] += value[0] * step
                column += 1
                value += 1

    def add_named(self, Names here not None, Names near not None, list names not None, targets, float[:, ::1] sums):
        """Add features by name to their sums: of each pair of collections those of a token itself, and those that tokens around it see."""
        cdef Py_ssize_t at, width = sums.shape[1]
        for (own, seen), number in zip(names, targets, strict=True):
            at = number
            if not 0 <= at < sums.shape[0]:
                raise ValueError("there is no such sum")
            for name in own:
                self.add(here.told(name), &sums[at, 0], width)
            for name in seen:
                self.add(near.told(name), &sums[at, 0], width)


cdef inline int32_t named(Names names, const char* start, const char* letters, size_t size) noexcept:
    """The number of a name: how it begins, and its letters."""
    names.begin(start)
    names.go_on(letters, size)
    return names.named()


cdef inline int32_t joined(Names names, const char* start, const char* one, size_t size, const char* other, size_t other_size) noexcept:
    """The same with a bar and something else behind it."""
    names.begin(start)
    names.go_on(one, size)
    names.go_on(b"|", 1)
    names.go_on(other, other_size)
    return names.named()


@cython.boundscheck(True)  # of the lists
def add_kinds(
    Sparse weights not None,
    Names names not None,
    list kinds not None,
    list cases not None,
    const int64_t[::1] keys,
    int64_t base,
    float[:, ::1] sums,
):
    """Add to each sum the features of the kinds of three tokens in a row; `Sums.keys_of_triples` tells what the keys are made of."""
    cdef Py_ssize_t at, width = sums.shape[1]
    cdef int64_t key
    cdef bytes case, left, here, right, both
    cdef float* target
    if keys.shape[0] != sums.shape[0] or base <= 0 or width == 0:
        raise ValueError("each key needs a sum")
    for at in range(keys.shape[0]):
        key, target = keys[at], &sums[at, 0]
        if key < 0:
            raise ValueError("there is no such key")
        right, here, left = kinds[key % base], kinds[key // base % base], kinds[key // base // base % base]
        case = cases[key // base // base // base]
        if not left:
            weights.add(named(names, b"", b"first", 5), target, width)
            weights.add(joined(names, b"", b"first", 5, here, len(here)), target, width)
        if not right:
            weights.add(named(names, b"", b"last", 4), target, width)
        both = here + b"|" + right
        weights.add(joined(names, b"kkk=", left, len(left), both, len(both)), target, width)
        left, right = left or b"^", right or b"$"
        weights.add(joined(names, b"kk=", left, len(left), here, len(here)), target, width)
        weights.add(joined(names, b"kr=", here, len(here), right, len(right)), target, width)
        weights.add(joined(names, b"ck=", case, len(case), here, len(here)), target, width)


@cython.boundscheck(True)  # of the list
def add_words(Sparse weights not None, Names here not None, Names near not None, list words not None, float[:, ::1] sums):
    """Add the features of words' letters: `words` has the parts of each, or None. Tells which are left to others: letters beyond ASCII."""
    cdef Py_ssize_t at
    cdef list left = []
    if len(words) != sums.shape[0]:
        raise ValueError("each word needs a sum")
    for at in range(sums.shape[0]):
        parts = words[at]
        if parts is None or not add_word(weights, here, near, parts, &sums[at, 0], sums.shape[1]):
            left.append(at)
    return left


cdef bint add_word(Sparse weights, Names here, Names near, parts, float* target, Py_ssize_t width) except -1:
    """What `Parts.own` lists."""
    cdef Py_ssize_t size, part, shape_size, kind_size, word_size
    group = parts.group
    written, folded, kind, shape = parts.written, parts.folded, group.kind, group.shape
    if not folded.isascii():
        return False
    cdef const char* letters = PyUnicode_AsUTF8AndSize(folded, &size)
    cdef const char* shapes = PyUnicode_AsUTF8AndSize(shape, &shape_size)
    cdef const char* kinds = PyUnicode_AsUTF8AndSize(kind, &kind_size)
    cdef const char* word = PyUnicode_AsUTF8AndSize(written, &word_size)
    cdef Py_ssize_t two = min(size, 2), three = min(size, 3)
    weights.add(named(here, b"w=", letters, size), target, width)
    weights.add(named(here, b"W=", word, word_size), target, width)
    weights.add(named(here, LENGTHS[min(size, 12)], shapes, shape_size), target, width)
    weights.add(joined(here, b"e3=", letters + size - three, three, shapes, shape_size), target, width)
    weights.add(joined(here, b"e2=", letters + size - two, two, kinds, kind_size), target, width)
    for part in range(1, min(size - 1, 4) + 1):  # no piece is the whole word
        weights.add(named(here, HEADS[part], letters, part), target, width)
        weights.add(named(here, TAILS[part], letters + size - part, part), target, width)
    weights.add(named(near, b"w=", letters, size), target, width)
    weights.add(named(near, HEADS[3], letters, three), target, width)
    weights.add(named(near, TAILS[3], letters + size - three, three), target, width)
    return True


def add_kept(const float[:, ::1] rows, const int64_t[::1] numbers, const int64_t[::1] targets, float[:, ::1] sums):
    """Add rows by their numbers, each to its target; numbers may be several times as many, and then begin anew with the first target."""
    cdef Py_ssize_t at, column, count = targets.shape[0]
    cdef const float* source
    cdef float* target
    if rows.shape[1] != sums.shape[1] or (numbers.shape[0] % count if count else numbers.shape[0]):
        raise ValueError("each row needs a target")
    for at in range(numbers.shape[0]):
        if not (0 <= numbers[at] < rows.shape[0] and 0 <= targets[at % count] < sums.shape[0]):
            raise ValueError("there is no such row")
        source, target = &rows[numbers[at], 0], &sums[targets[at % count], 0]
        for column in range(rows.shape[1]):
            target[column] += source[column]


cdef class Sums:
    """The scores of a page's tokens while they add up: `numbers` are those of their forms, `begins` tells where lines begin."""

    cdef const int64_t[::1] _numbers
    cdef const int64_t[::1] _begins
    cdef float[:, ::1] _rows
    cdef Py_ssize_t _lines, _width, _most

    def __cinit__(self, const int64_t[::1] numbers, const int64_t[::1] begins, float[:, ::1] rows):
        """The scores are written into `rows`."""
        cdef Py_ssize_t at
        self._numbers, self._begins, self._rows = numbers, begins, rows
        self._lines, self._width, self._most = begins.shape[0] - 1, rows.shape[1], -1
        if self._width == 0 or self._lines < 0 or begins[0] != 0 or begins[self._lines] != numbers.shape[0] or rows.shape[0] != numbers.shape[0]:
            raise ValueError("the lines do not fit the tokens")
        for at in range(self._lines):
            if begins[at] > begins[at + 1]:
                raise ValueError("the lines are not in order")
        for at in range(numbers.shape[0]):
            if numbers[at] < 0:
                raise ValueError("a form has no number")
            self._most = max(self._most, <Py_ssize_t>numbers[at])

    cdef int _fits(self, Py_ssize_t forms) except -1:
        if self._most >= forms:
            raise ValueError("a form has no row")
        return 0

    def add_around(self, const float[:, ::1] rows):
        """Add what each form and the forms around it say: a form's row has a stretch for each place from which it is seen."""
        cdef Py_ssize_t line, token, first, stop, other, place, label, width = self._width
        cdef Py_ssize_t places = rows.shape[1] // width
        cdef const float* source
        cdef float* target
        self._fits(rows.shape[0])
        for line in range(self._lines):
            first, stop = self._begins[line], self._begins[line + 1]
            for token in range(first, stop):
                target = &self._rows[token, 0]
                for place in range(places):  # the token itself, one before, one behind, two before …
                    other = token + (place + 1) // 2 * (1 - 2 * (place % 2))
                    if first <= other < stop:
                        source = &rows[self._numbers[other], place * width]
                        for label in range(width):
                            target[label] += source[label]

    def keys_of_triples(self, const int64_t[:, ::1] traits, Py_ssize_t kind, int64_t base, const int64_t[::1] cases, int64_t[::1] keys):
        """Write what stands for the kinds of each token and its neighbours and for the case of the line."""
        cdef Py_ssize_t line, token, first, stop
        cdef int64_t left, right
        self._fits(traits.shape[0])
        if cases.shape[0] != self._lines or keys.shape[0] != self._numbers.shape[0] or not 0 <= kind < traits.shape[1]:
            raise ValueError("each line needs a case, each token a key")
        for line in range(self._lines):
            first, stop = self._begins[line], self._begins[line + 1]
            for token in range(first, stop):
                left = traits[self._numbers[token - 1] if token > first else 0, kind]
                right = traits[self._numbers[token + 1] if token + 1 < stop else 0, kind]
                keys[token] = ((cases[line] * base + left) * base + traits[self._numbers[token], kind]) * base + right

    def add_rows(self, const float[:, ::1] rows, const int64_t[::1] numbers):
        """Add to each token one row."""
        cdef Py_ssize_t token, label
        cdef const float* source
        cdef float* target
        if numbers.shape[0] != self._numbers.shape[0] or rows.shape[1] != self._width:
            raise ValueError("each token needs a row")
        for token in range(numbers.shape[0]):
            if not 0 <= numbers[token] < rows.shape[0]:
                raise ValueError("there is no such row")
            source, target = &rows[numbers[token], 0], &self._rows[token, 0]
            for label in range(self._width):
                target[label] += source[label]

    def add_pairs(self, Sparse weights not None, Keys pairs not None, const int64_t[:, ::1] traits, int64_t base, int before, int paired, int behind, int kind):
        """Add the features of each token and the word before or behind it."""
        cdef Py_ssize_t line, token, first, stop
        cdef int64_t word
        cdef const int64_t* here
        cdef float* target
        self._fits(traits.shape[0])
        if min(before, paired, behind, kind) < 0 or max(before, paired, behind, kind) >= traits.shape[1]:
            raise ValueError("there is no such trait")
        for line in range(self._lines):
            first, stop = self._begins[line], self._begins[line + 1]
            for token in range(first, stop):
                here, target = &traits[self._numbers[token], 0], &self._rows[token, 0]
                if token > first:
                    word = traits[self._numbers[token - 1], before]
                    if word > 0:
                        weights.add(pairs.find(word * base + here[paired]), target, self._width)
                        weights.add(pairs.find((base + word) * base + here[kind]), target, self._width)
                if token + 1 < stop:
                    word = traits[self._numbers[token + 1], behind]
                    if word > 0:
                        weights.add(pairs.find((2 * base + word) * base + here[kind]), target, self._width)

    def add_cues(self, Sparse weights not None, Keys pairs not None, const int64_t[:, ::1] traits, int64_t base, int cue, int kind, list cues not None):
        """Add the features of tokens and the cue to their left: `cues` has a token, its cue and how far that is."""
        cdef int64_t token, other, distance, word
        self._fits(traits.shape[0])
        if min(cue, kind) < 0 or max(cue, kind) >= traits.shape[1]:
            raise ValueError("there is no such trait")
        for token, other, distance in cues:
            if not (0 <= token < self._numbers.shape[0] and 0 <= other < self._numbers.shape[0]):
                raise ValueError("there is no such token")
            word = traits[self._numbers[other], cue]
            if word > 0:
                weights.add(pairs.find((3 * base + word) * base + distance), &self._rows[token, 0], self._width)
                weights.add(pairs.find((4 * base + word) * base + traits[self._numbers[token], kind]), &self._rows[token, 0], self._width)

    def add_marks(self, Sparse weights not None, Names names not None, list marks not None):
        """Add features by name, each to the tokens that have it."""
        cdef int64_t row, token
        for name, tokens in marks:
            row = names.told(name)
            if row >= 0:
                for token in tokens:
                    if not 0 <= token < self._numbers.shape[0]:
                        raise ValueError("there is no such token")
                    weights.add(row, &self._rows[token, 0], self._width)

    @cython.boundscheck(True)  # of the list
    def add_lines(self, Sparse weights not None, Names names not None, list lines not None, float[::1] shared):
        """Add to all the tokens of each line the features of the line, which add up in `shared`."""
        cdef Py_ssize_t line, token, label
        if len(lines) != self._lines or shared.shape[0] != self._width:
            raise ValueError("each line needs its features")
        for line in range(self._lines):
            shared[:] = 0.0
            for name in lines[line]:
                weights.add(names.told(name), &shared[0], self._width)
            for token in range(self._begins[line], self._begins[line + 1]):
                for label in range(self._width):
                    self._rows[token, label] += shared[label]
