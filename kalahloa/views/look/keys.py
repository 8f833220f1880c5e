"""The keys of commands, and what tool tips say of commands."""

from PySide6.QtGui import QKeySequence

from kalahloa.controllers.commands.command import Command, translated


def key_sequences(command: Command) -> list[QKeySequence]:
    """Return the keys of *command*: its own first, then those of the platform, each once."""
    sequences = [QKeySequence(keys) for keys in command.shortcuts]
    if command.standard:
        sequences += QKeySequence.keyBindings(QKeySequence.StandardKey[command.standard])
    unique: list[QKeySequence] = []
    for sequence in sequences:
        if sequence not in unique:
            unique.append(sequence)
    return unique


def tip_of(command: Command) -> str:
    """Return the tip of *command* with its first keys."""
    tip = translated(command.tip)
    if sequences := key_sequences(command):
        keys = sequences[0].toString(QKeySequence.SequenceFormat.NativeText)
        return f"{tip} ({keys})"
    return tip
