"""Games as one HTML file that readers walk through, in any browser, without a network."""
