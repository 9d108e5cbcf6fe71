"""From nothing to a model: self-play, labels, fit, calibration, gate, generation after generation."""
