"""Training: the results of exercises, what comes again and when, and a statistic of all."""
