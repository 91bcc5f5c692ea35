/* SPDX-License-Identifier: BSD-3-Clause */
/* The version of the library, of the header and of the package are one. */
#include "config.h"

#include <stdio.h>

#include <prefix/prefix.h>

#include "../support/tap.h"

int main(void)
{
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", PREFIX_VERSION_MAJOR, PREFIX_VERSION_MINOR, PREFIX_VERSION_PATCH);
    plan(4);
    is_str(prefix_version(), text, "the library's text is the header's numbers");
    is_int(prefix_version_number(), PREFIX_VERSION_NUMBER, "the library's number is the header's");
    is_str(prefix_version(), PACKAGE_VERSION, "and the package's");
    ok(PREFIX_VERSION_NUMBER > 0, "the number is positive");
    return done();
}
