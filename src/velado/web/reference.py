"""The OpenAPI description as a page to read, without a script or an outside address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

__all__ = ["STYLE", "as_page"]

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0; }
h3 { font: 600 1rem/1.5 ui-monospace, monospace; margin: .5rem 0; overflow-wrap: anywhere; }
h3 b { display: inline-block; min-width: 5rem; }
pre, code { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 8%, transparent); border-radius: .4rem; }
dt { font-family: ui-monospace, monospace; font-size: .875rem; }
dd { margin: 0 0 .25rem 1.5rem; }
"""
_EXAMPLE = """curl -s http://127.0.0.1:8765/api/deidentify -H 'Content-Type: application/json' \\
     -d '{"text": "Acude la Sra. Lucía Ferrer Campos por tos.", "language": "es"}'
curl -sf http://127.0.0.1:8765/api/files -F file=@informe.docx -F replace=surrogate -o seguro.docx"""


def as_page(description: Mapping[str, Any]) -> str:
    """Every operation with what it takes and gives."""
    schemas = description.get("components", {}).get("schemas", {})
    stateless: list[str] = []
    desk: list[str] = []
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            (desk if path.startswith("/api/desk") else stateless).append("".join(_operation(method, path, operation)))
    kinds = "".join(f"<section id='{escape(name)}'><h3>{escape(name)}</h3>{_fields(schema)}</section>" for name, schema in schemas.items())
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        "<title>Velado API</title><link rel=stylesheet href=/reference.css>"
        f"<h1>Velado {escape(description['info']['version'])}: the API</h1><p>{escape(description['info'].get('description', ''))} "
        "The description for programs is at <a href=/api/openapi.json>/api/openapi.json</a>.</p>"
        f"<pre>{escape(_EXAMPLE)}</pre><h2>For programs</h2>{''.join(stateless)}<h2>For the page</h2>{''.join(desk)}<h2>Kinds</h2>{kinds}"
    )


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"<section><h3><b>{method.upper()}</b> {escape(path)}</h3><p>{escape(operation.get('summary', ''))}. {escape(operation.get('description', ''))}</p>"
    for parameter in operation.get("parameters", ()):
        yield f"<p><code>{escape(parameter['name'])}</code> {escape(parameter['in'])}: {_kind(parameter.get('schema', {}))}</p>"
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"<p>takes {escape(kind)}: {_kind(content.get('schema', {}))}</p>"
    for status, answer in operation.get("responses", {}).items():
        if status.startswith("2"):
            given = ", ".join(f"{escape(kind)} {_kind(content.get('schema', {}))}" for kind, content in answer.get("content", {}).items())
            yield f"<p>gives {status} {given}</p>"
    yield "</section>"


def _kind(schema: Mapping[str, Any]) -> str:
    """A schema in a few words, with links to the others."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    if "anyOf" in schema:
        return " or ".join(_kind(inner) for inner in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if schema.get("type") == "object" and "properties" in schema:
        return _fields(schema)
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_kind(schema['additionalProperties'])}"
    bounds = [f"{words} {schema[name]}" for name, words in (("minimum", "at least"), ("maximum", "at most"), ("maxLength", "at most")) if name in schema]
    return escape(" ".join([str(schema.get("type", "anything")), *bounds]))


def _fields(schema: Mapping[str, Any]) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{_kind(inner)}</dd>" for name, inner in schema.get("properties", {}).items())
    return f"<p>{escape(schema.get('description', ''))}</p><dl>{rows}</dl>"
