"""What things are, and the rules about them: frozen dataclasses and pure functions, standard library only."""
