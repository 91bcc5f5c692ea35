/* SPDX-License-Identifier: BSD-3-Clause */
/* Completion for shells: what may stand in the place of the last word of a command line, one a line. */
#ifndef PREFIX_TOOLS_BASE_COMPLETE_H
#define PREFIX_TOOLS_BASE_COMPLETE_H

#include "base/setting.h"

/* Instead of a file's name: the shell completes it. */
#define COMPLETE_FILES ":files"

/* From now on setting_next() completes its command line, and ends the command. */
void complete_begin(void);
int complete_has_begun(void);

/* Prints a word if it begins as the last one does. */
void complete_word(const char *word, const char *last);

/* Ends the command with what may stand in the place of the last of the arguments. */
_Noreturn void complete_setting(int argc, char **argv, const struct setting *settings);

#endif
