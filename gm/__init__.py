"""The game master: narrator, verifier, chronicle, interpreter, oracle, designer, simulation and saved tables."""
