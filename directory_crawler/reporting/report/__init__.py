"""The report of a run: one self-contained HTML file that a person reads without asking anybody."""
