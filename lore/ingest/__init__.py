"""A user's own books: read, cleaned, split by their structure, and kept in collections apart from our corpus."""
