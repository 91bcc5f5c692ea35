#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Writes files, named from the one of two folders that has them, as C: their texts, for a compiler at run time, which
# has no headers of its own.
# Usage: embed.sh FOLDER OTHER FILE...
folder=$1
other=$2
shift 2
cat <<'EOF'
/* Made by build-aux/embed.sh. */
#include "compile/texts.h"

static const char stdint[] =
    "typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t;"
    "typedef int int32_t; typedef unsigned int uint32_t; typedef long long int64_t;"
    "typedef unsigned long long uint64_t; typedef unsigned long uintptr_t; typedef long intptr_t;";
EOF
number=0
for file; do
    number=$((number + 1))
    echo "static const char text_$number[] = {"
    [ -f "$folder/$file" ] && path=$folder/$file || path=$other/$file
    od -An -v -tu1 "$path" | sed 's/^ *//; s/  */,/g; s/$/,/' || exit
    echo '0};'
done
echo 'const char *const prefix__cuda_text_names[] = {"stddef.h", "stdint.h", "string.h",'
for file; do
    echo "    \"$file\","
done
echo '};'
echo 'const char *const prefix__cuda_texts[] = {"", stdint, "",'
i=0
while [ $((i += 1)) -le $number ]; do
    echo "    text_$i,"
done
echo '};'
echo "const int prefix__cuda_text_count = $((number + 3));"
