"""The command ``logistello``: one file per command."""
