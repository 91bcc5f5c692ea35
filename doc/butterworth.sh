#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Writes butterworth.svg beside this: the rising tone of examples/39-butterworth.c, and what is left of it behind the
# filter. Each column of the picture goes from the least to the greatest of its samples. usage: butterworth.sh PFX
set -eu
sections=0.00482434336,0.00964868672,0.00482434336,1,-1.04859958,0.296140358,1,2,1,1,-1.32091343,0.632738793
awk 'BEGIN { for (i = 0; i < 40000; i++) printf "%.9g\n", sin(3.14159265 * i / 40000 * i / 4) }' |
    "$1" filter --type f32 --sos "$sections" >"${0%/*}/butterworth.data"
trap 'rm -f "${0%/*}/butterworth.data"' EXIT
awk '
    function polygon(values, top, colour,    k, points) {
        for (k = 0; k < 240; k++)
            points = points sprintf("%d,%.1f ", 40 + 3 * k, top + 60 - 60 * greatest[values, k])
        for (k = 239; k >= 0; k--)
            points = points sprintf("%d,%.1f ", 40 + 3 * k, top + 60 - 60 * least[values, k])
        printf "<polygon points=\"%s\" fill=\"%s\" stroke=\"%s\"/>\n", points, colour, colour
    }
    function text(x, y, anchor, words) {
        printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words
    }
    function take(values, x,    k) {
        k = int((NR - 1) * 240 / 40000)
        if (!((values, k) in least) || x < least[values, k])
            least[values, k] = x
        if (!((values, k) in greatest) || x > greatest[values, k])
            greatest[values, k] = x
    }
    { i = NR - 1; take("in", sin(3.14159265 * i / 40000 * i / 4)); take("out", $1) }
    END {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"320\""
        print "     font-family=\"sans-serif\" font-size=\"12\">"
        print "<!-- SPDX-License-Identifier: BSD-3-Clause; made by doc/butterworth.sh -->"
        print "<rect width=\"800\" height=\"320\" fill=\"white\"/>"
        polygon("in", 20, "#9aa7b5")
        polygon("out", 155, "#2f6fb0")
        text(36, 84, "end", "in")
        text(36, 219, "end", "out")
        print "<path d=\"M40 290H760M328 20V290\" fill=\"none\" stroke=\"black\" stroke-dasharray=\"3 3\"/>"
        text(40, 306, "start", "0")
        text(328, 306, "middle", "0.1 of the sampling rate: the corner of the filter")
        text(760, 306, "end", "0.25")
        print "</svg>"
    }' "${0%/*}/butterworth.data" >"${0%/*}/butterworth.svg"
