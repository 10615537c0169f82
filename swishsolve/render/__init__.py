"""Pictures: one drawing list in millimetres, the backends that show it, terminal pictures, the annotated photograph.

Import from the modules, so that a text answer loads no more than it needs:

- `terminal`: `format_layout`, `format_stack`, `format_legend`
- `table`: `draw_layout_picture`; `stack`: `draw_stack_picture`; `photo`: `annotate_photo` (all return a `Drawing`)
- `files`: `check_picture_path`, `write_picture`
"""
