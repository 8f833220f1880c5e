"""What programs and notebooks import, by way of `kalahloa`; puts together what is below."""
