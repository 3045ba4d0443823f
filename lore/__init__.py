"""What is known: the corpus in our own words, a user's own books, the index and retrieval with sources."""
