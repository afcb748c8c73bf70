# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search of `decoding`: Viterbi and forward-backward over the labels that are near a token's best."""

from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.math cimport exp
from libc.stdint cimport int32_t, int64_t, uint8_t

__all__ = ["Search"]


cdef class Room:
    """Room for the tokens of one line: for each of them a number per label."""

    cdef bytearray _held  # the memory of all
    cdef double* scores
    cdef double* powers
    cdef double* alphas
    cdef double* bests
    cdef double* betas
    cdef int32_t* backs
    cdef int32_t* counts  # candidates of each token
    cdef uint8_t* mask  # which labels are candidates

    def __cinit__(self, size_t tokens, size_t labels):
        cdef size_t cells = tokens * labels
        self._held = bytearray(cells * (5 * sizeof(double) + sizeof(int32_t) + 1) + tokens * sizeof(int32_t))
        self.scores = <double*>PyByteArray_AS_STRING(self._held)
        self.powers, self.alphas = self.scores + cells, self.scores + 2 * cells
        self.bests, self.betas = self.scores + 3 * cells, self.scores + 4 * cells
        self.backs = <int32_t*>(self.scores + 5 * cells)
        self.counts = self.backs + cells
        self.mask = <uint8_t*>(self.counts + tokens)


cdef class Search:
    """The best tags of lines, and how sure they are."""

    cdef const double[::1] _bias
    cdef const int64_t[::1] _begun  # of each I- the number of its B-; -1 for the others
    cdef const double[:, ::1] _moves  # how likely one label follows another; the last row is for a line's start
    cdef Py_ssize_t _labels, _outside
    cdef double _sure, _faintest, _tiniest

    def __cinit__(
        self,
        Py_ssize_t outside,
        const double[::1] bias,
        const int64_t[::1] begun,
        const double[:, ::1] moves,
        double sure,
        double faintest,
        double tiniest,
    ):
        """See `Chain`; scores so far below the best count as `faintest`, and no way becomes smaller than `tiniest`."""
        cdef Py_ssize_t label
        self._labels, self._outside, self._sure = bias.shape[0], outside, sure
        self._bias, self._begun, self._moves = bias, begun, moves
        self._faintest, self._tiniest = faintest, tiniest
        if not 0 <= outside < self._labels or begun.shape[0] != self._labels:
            raise ValueError("the labels do not fit each other")
        if moves.shape[0] != self._labels + 1 or moves.shape[1] != self._labels:
            raise ValueError("the steps do not fit the labels")
        for label in range(self._labels):
            if not -1 <= begun[label] < self._labels:
                raise ValueError("there is no such label")

    def run(self, const float[:, ::1] scores, const int64_t[::1] begins, lines, double margin, list advice, island):
        """The islands of some lines, each made by `island`; see `Scorer.decode`."""
        cdef Py_ssize_t line, first, size, token, stop, longest = 0
        cdef list asked = [], result = [], found
        cdef Room room
        if scores.shape[1] != self._labels:
            raise ValueError("the scores do not fit the labels")
        for line in lines:
            if not 0 <= line < begins.shape[0] - 1 or not 0 <= begins[line] <= begins[line + 1] <= scores.shape[0]:
                raise ValueError("there is no such line")
            asked.append((begins[line], begins[line + 1] - begins[line]))
            longest = max(longest, begins[line + 1] - begins[line])
        if advice is not None and len(advice) != len(asked):
            raise ValueError("each line needs its advice")
        room = Room(longest, self._labels)  # of this call alone: other threads may search as well
        for number, (first, size) in enumerate(asked):
            found = []
            result.append(found)
            if size == 0 or self._weigh(room, &scores[first, 0], size, margin) == 0:
                continue
            if advice is not None:
                self._advise(room, advice[number], size)
            token = 0
            while token < size:
                if not room.counts[token]:
                    token += 1
                    continue
                stop = token + 1
                while stop < size and room.counts[stop]:
                    stop += 1
                self._walk(room, token, stop, size)
                found.append(self._told(room, token, stop, island))
                token = stop
        return result

    cdef int _advise(self, Room room, const double[:, ::1] advice, Py_ssize_t size) except -1:
        """Add what another model says."""
        cdef Py_ssize_t token, label
        if advice.shape[0] != size or advice.shape[1] != self._labels:
            raise ValueError("the advice does not fit the line")
        for token in range(size):
            if room.counts[token]:
                for label in range(self._labels):
                    room.scores[token * self._labels + label] += advice[token, label]
        return 0

    cdef Py_ssize_t _weigh(self, Room room, const float* scores, Py_ssize_t size, double margin) noexcept:
        """Find the candidates of each token: labels near the best, and O. Tells how many tokens can be something else than O."""
        cdef Py_ssize_t token, label, labels = self._labels, left = 0
        cdef double plain, top, value
        cdef double* row
        cdef uint8_t* mask
        cdef int32_t count
        cdef bint alone
        for token in range(size):
            row = room.scores + token * labels
            plain, top = scores[token * labels + self._outside] + self._bias[self._outside], -1e300
            for label in range(labels):
                value = scores[token * labels + label] + self._bias[label]
                row[label] = value
                if label != self._outside and value > top:
                    top = value
            room.counts[token] = top >= plain - margin
            if room.counts[token]:
                mask = room.mask + token * labels
                value = max(top, plain) - margin
                for label in range(labels):
                    mask[label] = row[label] >= value
                mask[self._outside] = 1
        for token in range(size - 1, -1, -1):  # from behind, so that the mask of the token before is still whole
            if not room.counts[token]:
                continue
            mask = room.mask + token * labels
            count = 0
            for label in range(labels):
                if mask[label] and self._begun[label] >= 0:  # an I- needs its own kind before it
                    mask[label] = (
                        token > 0
                        and room.counts[token - 1] != 0
                        and (mask[label - labels] or mask[self._begun[label] - labels])
                    )
                count += mask[label]
            room.counts[token] = count if count > 1 else 0  # O alone counts as none
        for token in range(size):
            if room.counts[token]:
                alone = (token == 0 or not room.counts[token - 1]) and (token + 1 == size or not room.counts[token + 1])
                if alone and self._surely_plain(room, token, size):
                    room.counts[token] = 0
                else:
                    left += 1
        return left

    cdef bint _surely_plain(self, Room room, Py_ssize_t token, Py_ssize_t size) noexcept:
        """Whether a token, alone between others that are O, is O for certain as well."""
        cdef Py_ssize_t label, labels = self._labels
        cdef double* row = room.scores + token * labels
        cdef uint8_t* mask = room.mask + token * labels
        cdef const double* enter = &self._moves[labels if token == 0 else self._outside, 0]
        cdef double top = -1e300, whole = 0.0, highest = 0.0, plain = 0.0, value
        for label in range(labels):
            if mask[label] and row[label] > top:
                top = row[label]
        for label in range(labels):
            if mask[label]:
                value = exp(row[label] - top) * enter[label]
                if token + 1 < size:
                    value *= self._moves[label, self._outside]
                whole += value
                highest = max(highest, value)
                if label == self._outside:
                    plain = value
        return plain >= self._sure * whole and plain >= highest

    cdef void _walk(self, Room room, Py_ssize_t first, Py_ssize_t stop, Py_ssize_t size) noexcept:
        """From the start of an island to each token and back: how likely each label is, and the best way to it."""
        cdef Py_ssize_t token, label, other, labels = self._labels
        cdef double top, value, summed, highest, move, whole, best
        cdef double* row
        cdef double* power
        cdef double* alpha
        cdef double* good
        cdef double* beta
        cdef uint8_t* mask
        cdef int32_t source
        cdef const double* enter = &self._moves[labels if first == 0 else self._outside, 0]
        for token in range(first, stop):
            row, mask, power = room.scores + token * labels, room.mask + token * labels, room.powers + token * labels
            alpha, good = room.alphas + token * labels, room.bests + token * labels
            top = -1e300
            for label in range(labels):
                if mask[label] and row[label] > top:
                    top = row[label]
            whole = best = 0.0
            for label in range(labels):
                power[label] = alpha[label] = good[label] = 0.0
                if not mask[label]:
                    continue
                power[label] = exp(max(row[label] - top, self._faintest))
                if token == first:
                    alpha[label] = good[label] = enter[label] * power[label]
                else:
                    summed, highest, source = 0.0, 0.0, -1
                    for other in range(labels):
                        if mask[other - labels]:
                            move = self._moves[other, label]
                            summed += alpha[other - labels] * move
                            value = good[other - labels] * move
                            if value > highest:
                                highest, source = value, other
                    alpha[label], good[label] = summed * power[label], highest * power[label]
                    room.backs[token * labels + label] = source
                whole += alpha[label]
                best = max(best, good[label])
            for label in range(labels):
                if alpha[label] > 0.0:
                    alpha[label] = max(alpha[label] / whole, self._tiniest)
                if good[label] > 0.0:
                    good[label] = max(good[label] / best, self._tiniest)
        for token in range(stop - 1, first - 1, -1):
            mask, beta = room.mask + token * labels, room.betas + token * labels
            if token == stop - 1:
                for label in range(labels):
                    beta[label] = self._moves[label, self._outside] if stop < size else 1.0
                continue
            power = room.powers + (token + 1) * labels
            top = 0.0
            for label in range(labels):
                beta[label] = 0.0
                if mask[label]:
                    summed = 0.0
                    for other in range(labels):
                        if mask[other + labels]:
                            summed += self._moves[label, other] * power[other] * beta[other + labels]
                    beta[label] = summed
                    top = max(top, summed)
            for label in range(labels):
                if mask[label]:
                    beta[label] = max(beta[label] / top, self._tiniest)

    cdef object _told(self, Room room, Py_ssize_t first, Py_ssize_t stop, island):
        """An island with its best tags, their chances and the chances of O."""
        cdef Py_ssize_t token, label, labels = self._labels, size = stop - first
        cdef Py_ssize_t tag = 0
        cdef double best = -1.0, value, whole
        cdef list tags = [None] * size, chances = [None] * size, plain = [None] * size
        cdef double* alpha
        cdef double* beta
        for label in range(labels):
            value = room.bests[(stop - 1) * labels + label] * room.betas[(stop - 1) * labels + label]
            if room.mask[(stop - 1) * labels + label] and value > best:
                best, tag = value, label
        for token in range(stop - 1, first - 1, -1):
            alpha, beta = room.alphas + token * labels, room.betas + token * labels
            whole = 0.0
            for label in range(labels):
                if room.mask[token * labels + label]:
                    whole += alpha[label] * beta[label]
            tags[token - first] = tag
            chances[token - first] = alpha[tag] * beta[tag] / whole
            plain[token - first] = alpha[self._outside] * beta[self._outside] / whole
            if token > first:
                tag = room.backs[token * labels + tag]
                if tag < 0:
                    raise ValueError("the scores are no numbers")
        return island(first, tuple(tags), tuple(chances), tuple(plain))
