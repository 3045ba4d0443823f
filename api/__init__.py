"""The faces of the game master: command line, terminal, web table and HTTP service; they translate to `gm` and back."""
