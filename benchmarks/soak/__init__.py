"""Hours of damage: what `make soak` does to Velado, through its command line and its server as anybody would call them.

Every document names one invented patient, who is also given with `--known`: whatever text of hers was judged is replaced,
however damaged the rest of the file is. Her name or number in a result means that a piece was written without having
been judged (a *raw unit*).

- documents: files of every format, mutated; texts: hostile plain texts
- kills: runs killed at random moments and resumed; disk: a file system that fills
- clients: a server with callers half of whom misbehave
"""
