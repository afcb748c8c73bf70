"""From a document to a safe result. In: documents. Out: results with their spans.

pipeline.py the whole way · stages.py the table of stages · candidates.py what they hand on · reader.py text as it was meant
join.py forms and tagger · vetoes.py what is never somebody's · lines.py names over breaks · propagate.py names everywhere
resolve.py overlaps · kin.py kinship words that are names · signing.py where people sign · meddocan.py habits of one corpus
"""

from velado.pipeline.candidates import Candidates, Context, Finder
from velado.pipeline.meddocan_edges import as_published
from velado.pipeline.pipeline import Pipeline, deidentify, detect
from velado.pipeline.stages import OPTIONAL, STAGES, Stage, find_by_form, recognise

__all__ = ["OPTIONAL", "STAGES", "Candidates", "Context", "Finder", "Pipeline", "Stage", "as_published", "deidentify", "detect", "find_by_form", "recognise"]
