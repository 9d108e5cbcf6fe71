"""A program as a user of the package would write it: it uses every public name, and only public ones."""
