"""What is seen: boards, text, panels and dialogs.  Views never decide a rule."""
