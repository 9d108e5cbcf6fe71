"""Speed, measured so that it can be compared: see README.md in this folder."""
