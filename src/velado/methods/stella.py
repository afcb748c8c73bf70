"""stella-anonymize-core, dictionaries and patterns compiled in Rust, in an environment of its own."""

from __future__ import annotations

from velado.methods._peers import Peer

__all__ = ["METHOD"]

METHOD = Peer(
    name="stella",
    description="stella-anonymize-core with its bundled pipeline for the note's language.",
    worker="_worker_stella.py",
    labels={
        "person": "PERSON_NAME",
        "address": "PLACE",  # most of what it calls so is a town or a postcode
        "date": "DATE",
        "date of birth": "DATE",
        "email address": "EMAIL",
        "phone number": "PHONE",
        "organization": "INSTITUTION",
        "url": "URL",
        "country": "COUNTRY",
        "location": "PLACE",
        "ip address": "IP_ADDRESS",
    },
    other="OTHER_ID",
)
