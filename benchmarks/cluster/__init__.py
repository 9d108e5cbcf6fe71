"""Work on a Ray cluster: faults, overhead, scaling, the same bytes."""
