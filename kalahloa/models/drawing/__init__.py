"""Pictures of boards without Qt: geometry, colours, and SVG."""
