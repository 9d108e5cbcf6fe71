"""A long run of the GGS client on a bad line."""
