"""The command ``logistello``: one file or one folder per command."""
