/* text_file.h - files of text that tests write and look at. */
#ifndef MI_TESTS_SUPPORT_TEXT_FILE_H
#define MI_TESTS_SUPPORT_TEXT_FILE_H

/* Writes a file anew. */
void put_text(const char *file, const char *text);

/* Asserts that the file is that text. */
void check_text(const char *file, const char *text);

#endif
