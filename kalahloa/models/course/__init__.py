"""The course: chapters with figures that are searched and exercises that check themselves."""
