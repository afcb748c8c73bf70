"""Import onnxruntime with its telemetry switched off.

Recent builds call home from the moment they are imported: they look up the address of a collector, keep a number of the
machine and a database of events in the user's cache folder, and leave a session file among the temporary ones. The
variable has to be set before the import; the call covers a program that imported onnxruntime by itself earlier.
"""

from __future__ import annotations

import os
from typing import Any

__all__ = ["import_onnxruntime"]


def import_onnxruntime() -> Any:
    """Return the module onnxruntime. Raises ImportError where it is not installed."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime
