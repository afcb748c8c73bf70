"""The inner loops of Velado's tagger, compiled: the same labels as without them, sooner. Velado asks for them itself."""

from velado_compiled.lexicon import Lexicon, Longest
from velado_compiled.looks import chances_of
from velado_compiled.search import Search
from velado_compiled.sums import Sparse, Sums, add_kept, add_kinds, add_words
from velado_compiled.tables import Keys, Names, numbers_of
from velado_compiled.tokens import tokens

__all__ = ["INTERFACE", "Keys", "Lexicon", "Longest", "Names", "Search", "Sparse", "Sums", "add_kept", "add_kinds", "add_words", "chances_of", "numbers_of", "tokens"]

INTERFACE = 2  # changes with what the functions expect; Velado uses the one it knows
