"""Learning any game of the contract: atomic features, configurations over them, weights, ProbCut; models as files."""
