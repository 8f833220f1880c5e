"""The commands of the command line, a file each, named as its command is."""
