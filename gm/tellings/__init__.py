"""How each kind of beat is told: the journey, the heroes, the Fights."""
