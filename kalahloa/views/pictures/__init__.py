"""Pictures of boards and games for people: files, the clipboard, and pages to print."""
