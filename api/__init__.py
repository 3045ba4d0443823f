"""The faces of the game master: command line, terminal and HTTP service; they translate to `gm` and back."""
