"""Random actions in windows: clicks, keys, lines, commands, panels, files, whatever there is."""
