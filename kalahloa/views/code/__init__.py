"""An editor for code in Python: colours, line numbers, indentation, completion, finding."""
