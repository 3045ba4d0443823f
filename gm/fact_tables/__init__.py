"""The plain sentence of every event, in three tables: the table itself, the heroes, the Fights."""
