"""Angola."""

from __future__ import annotations

from velado.identifiers import Identifier
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="ao_bi",
        country="AO",
        label="PATIENT_ID",
        title="Bilhete de identidade",
        pattern=r"\d{3}[ .]?\d{3}[ .]?\d{3} ?[a-z]{2} ?\d{3}",
        cues=listed("bi, b.i., bi nº, bilhete, bilhete de identidade, nif"),
        fake=drawn("00#######LA0##"),
        form_suffices=True,
        examples=("BI ⟦004512876HA041⟧", "B.I.: ⟦004 512 876 LA 041⟧", "portador do bilhete ⟦000893127BE037⟧"),
    ),
    Identifier(
        name="ao_plate",
        country="AO",
        label="VEHICLE_ID",
        title="Matrícula de viatura",
        pattern=r"[a-z]{2}(?: ?- ?| )\d{2} ?- ?\d{2} ?- ?[a-z]{2}",
        cues=listed("matrícula, placa, viatura, chapa"),
        fake=drawn("LD-##-##-HA"),
        form_suffices=True,
        examples=("viatura ⟦LD-44-10-HA⟧", "matrícula ⟦BG-03-71-AC⟧", "táxi, placa ⟦LD 44 - 10 - HA⟧"),
    ),
)
