"""The desk: a local server with a page where a person de-identifies documents and reviews them, and an API for programs.

`velado.web.app.create(config)` makes the application. Documents are opened in worker processes only (`workers`, `jobs`),
live in one private temporary folder (`folder`), and are reached only through the session they belong to (`sessions`).
docs/api.md is the contract between the server and its page. Nothing is imported here: the workers need no server.
"""
