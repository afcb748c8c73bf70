"""What the columns of a table are for, told from their values and, last, from their names. Knows nothing of files.

profile.py gathers evidence of a column value by value · decide.py gives each column its role, with numbers.py and texts.py
together.py settles the columns of a table among each other, with ties.py
roles.py the roles and decisions · forms.py codes of terminologies and national identifiers · procedures.py CPT · content.py single values · people.py what the lexicons know
names.py what a column's name says · hints.py what else it suggests · field_words.py words of forms, tests and units
"""

from velado.columns.content import is_content
from velado.columns.decide import decide
from velado.columns.field_words import (
    digits_of,
    is_field,
    is_figure,
    is_test,
    is_unit,
    is_value_field,
    lists_tests,
    may_be_people,
    names_a_test,
)
from velado.columns.forms import identifier_of
from velado.columns.names import (
    NOTHING,
    Meaning,
    birth_date_of,
    fits,
    is_date,
    is_header,
    is_plain_name,
    language_of,
    language_of_prose,
    meaning_of,
    name_of_path,
    shape_of,
    spaced,
    words_of,
)
from velado.columns.people import is_fields_name, is_harmless_name
from velado.columns.profile import Profile, room_for
from velado.columns.roles import HELD, Decision, Reason, Role, is_code, is_measured

__all__ = [
    "HELD", "NOTHING", "Decision", "Meaning", "Profile", "Reason", "Role", "birth_date_of", "decide", "digits_of", "fits", "identifier_of", "is_code", "is_content",
    "is_date", "is_field", "is_fields_name", "is_figure", "is_harmless_name", "is_header", "is_measured", "is_plain_name", "is_test", "is_unit", "is_value_field", "language_of",
    "language_of_prose", "lists_tests", "may_be_people", "meaning_of", "name_of_path", "names_a_test", "room_for", "shape_of", "spaced", "words_of",
]  # fmt: skip
