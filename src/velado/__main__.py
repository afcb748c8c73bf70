"""`python -m velado` is `velado`."""

from velado.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
