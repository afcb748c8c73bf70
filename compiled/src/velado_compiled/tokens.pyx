# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The tokens of a page, as `velado.tokens` cuts them: runs of capitals and small letters, runs of digits, single signs."""

from cpython.unicode cimport Py_UNICODE_ISALNUM, Py_UNICODE_ISDECIMAL, Py_UNICODE_ISSPACE

__all__ = ["tokens"]

cdef enum:
    SPACE, CAPITAL, SMALL, DIGIT, SIGN

cdef unsigned char[256] SORTS  # of the letters that nearly all text is made of


cdef int told(Py_UCS4 letter) noexcept:
    if Py_UNICODE_ISSPACE(letter):
        return SPACE
    if c"A" <= letter <= c"Z" or 0xc0 <= letter <= 0xde and letter != 0xd7:
        return CAPITAL
    if Py_UNICODE_ISDECIMAL(letter):
        return DIGIT
    return SMALL if Py_UNICODE_ISALNUM(letter) else SIGN


cdef inline int sort_of(Py_UCS4 letter) noexcept:
    return SORTS[letter] if letter < 256 else told(letter)


cdef void fill() noexcept:
    cdef int letter
    for letter in range(256):
        SORTS[letter] = told(letter)


fill()


def tokens(str text not None, folded not None):
    """Of each token how it is written, how it is folded (asked of `folded`), where it begins, where it stands; and the gaps between them."""
    cdef list written = [], words = [], starts = [], spans = [], gaps = []
    cdef Py_ssize_t at = 0, start, behind = -1, end = len(text)
    cdef int sort
    while at < end:
        sort = sort_of(text[at])
        if sort == SPACE:
            at += 1
            continue
        start = at
        at += 1
        if sort == CAPITAL:
            while at < end and sort_of(text[at]) == CAPITAL:
                at += 1
            sort = SMALL
        if sort != SIGN:
            while at < end and sort_of(text[at]) == sort:
                at += 1
        token, first = text[start:at], start  # one number for both lists
        written.append(token)
        words.append(folded[token])
        starts.append(first)
        spans.append((first, at))
        if behind >= 0:
            gaps.append(text[behind:start])
        behind = at
    return written, words, starts, spans, gaps
