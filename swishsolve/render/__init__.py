"""Pictures: one drawing list in millimetres, the backends that show it, terminal pictures, the annotated photograph."""
