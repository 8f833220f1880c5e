"""What vouches for the address of a function in machine code."""


class MachineCode:
    """A base class of evaluators that have a C function besides.

    `function_address` is that of a ``double (const long long *words, long long count)``, and stays
    valid as long as the object.  A search calls it unseen: who derives from this class vouches for
    it.
    """

    function_address: int
