"""FF1 of NIST SP 800-38G: a block cipher turned into a permutation of the numeral strings of one length and radix.

The strings are handled as the numbers they write, most significant numeral first: "0123456789" in radix 10 is 123456789.
"""

from __future__ import annotations

from velado.replacement._aes import Encryptor

__all__ = ["FF1", "LEAST_DOMAIN"]

LEAST_DOMAIN = 1_000_000  # the least number of strings: below it, few known pairs give the others away
_MOST_RADIX = 1 << 16
_ROUNDS = 10


class FF1:
    """The permutation under one key and tweak of all strings of `length` numerals.

    >>> from velado.replacement._aes import block_encryptor
    >>> ff1 = FF1(block_encryptor(bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")), 10, 10)
    >>> ff1.encrypt(123456789), ff1.decrypt(2433477484)
    (2433477484, 123456789)
    """

    __slots__ = ("_amount", "_begin", "_encrypt", "_moduli", "_single", "_tweak", "_width", "size")

    def __init__(self, encrypt: Encryptor, radix: int, length: int, tweak: bytes = b"") -> None:
        """`encrypt` is the cipher under its key. Raises ValueError for a domain that the standard refuses."""
        if not 2 <= radix <= _MOST_RADIX or not 2 <= length < 1 << 32 or radix**length < LEAST_DOMAIN:
            raise ValueError("FF1: the domain is smaller or larger than the standard allows")
        short = length // 2
        long = length - short
        self.size: int = radix**length
        self._encrypt = encrypt
        self._moduli: tuple[int, int] = (radix**short, radix**long)
        self._width: int = ((radix**long - 1).bit_length() + 7) // 8
        self._amount: int = 4 * ((self._width + 3) // 4) + 4
        head = bytes((1, 2, 1)) + radix.to_bytes(3, "big") + bytes((_ROUNDS, short % 256))
        self._tweak = tweak + bytes((-len(tweak) - self._width - 1) % 16)
        # The first block is the same in every round. Where one more holds all the rest, so is what the tweak changes in it.
        self._begin: int = int.from_bytes(encrypt(head + length.to_bytes(4, "big") + len(tweak).to_bytes(4, "big")), "big")
        self._single = len(self._tweak) + 1 + self._width == 16
        if self._single:
            self._begin ^= int.from_bytes(self._tweak, "big") << 8 * (1 + self._width)

    def _stream(self, turn: int, half: int) -> int:
        """The number that is added in one round."""
        encrypt, width = self._encrypt, self._width
        state: int = self._begin
        message = turn << 8 * width | half
        if self._single:
            state = int.from_bytes(encrypt((state ^ message).to_bytes(16, "big")), "big")
        else:
            blocks = self._tweak + message.to_bytes(width + 1, "big")
            for place in range(0, len(blocks), 16):
                state = int.from_bytes(encrypt((state ^ int.from_bytes(blocks[place : place + 16], "big")).to_bytes(16, "big")), "big")
        amount = self._amount
        if amount <= 16:
            return state >> 8 * (16 - amount)
        more = ((state ^ number).to_bytes(16, "big") for number in range(1, (amount + 15) // 16))
        return int.from_bytes((state.to_bytes(16, "big") + b"".join(map(encrypt, more)))[:amount], "big")

    def encrypt(self, number: int) -> int:
        """Return the number that takes the place of another, both below `size`."""
        moduli: tuple[int, int] = self._moduli
        left, right = divmod(number, moduli[1])
        for turn in range(_ROUNDS):
            left, right = right, (left + self._stream(turn, right)) % moduli[turn % 2]
        return left * moduli[1] + right

    def decrypt(self, number: int) -> int:
        """Return the number in whose place `number` stands."""
        moduli: tuple[int, int] = self._moduli
        left, right = divmod(number, moduli[1])
        for turn in reversed(range(_ROUNDS)):
            left, right = (right - self._stream(turn, left)) % moduli[turn % 2], left
        return left * moduli[1] + right
