"""SGF (FF[4]), in and out: see `reader` and `writer`."""
