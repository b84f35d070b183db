/* text_file.h - text files that tests write and compare. */
#ifndef MI_TESTS_SUPPORT_TEXT_FILE_H
#define MI_TESTS_SUPPORT_TEXT_FILE_H

/* Writes a file, replacing an old one. */
void put_text(const char *file, const char *text);

/* Asserts that the file contains exactly this text. */
void check_text(const char *file, const char *text);

#endif
