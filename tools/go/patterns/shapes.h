/* shapes.h - the 3x3 patterns that are turns and reflections of each other. */
#ifndef MI_TOOLS_GO_PATTERNS_SHAPES_H
#define MI_TOOLS_GO_PATTERNS_SHAPES_H

/* The number of a 3x3 pattern (shape.h) that stands for it and all its images. */
int canonical(int shape);

#endif
