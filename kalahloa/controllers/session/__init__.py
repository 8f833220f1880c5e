"""The session: all features, all commands, and the language in which they are typed."""
