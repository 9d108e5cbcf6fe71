"""TD(λ): evaluation functions that learn from games against themselves, as TD-Gammon did."""
