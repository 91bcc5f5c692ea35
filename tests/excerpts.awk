# SPDX-License-Identifier: BSD-3-Clause
# The code that a page of the manual shows: its displays under EXAMPLES and such, unescaped, each with a form feed
# behind it. With -v c=1 those in C alone, which are not indented, as one text to compile: statements become a function.
function unescape(text)
{
    sub(/^\\&/, "", text)
    gsub(/\\-/, "-", text)
    gsub(/\\\(aq/, "\047", text)
    gsub(/\\\(ga/, "`", text)
    gsub(/\\\(ha/, "^", text)
    gsub(/\\\(ti/, "~", text)
    gsub(/\\e/, "\\", text)
    return text
}
/^\.S[hs] / { examples = $0 ~ /^\.S[hs] (EXAMPLES|THE CANONICAL ORDER|A first program)$/ }
/^\.Ed/ && shown {
    if (!c)
        printf "%s\f", block
    else if (block ~ /^ /)
        printf "int statements_%d(void)\n{\n%s    return 0;\n}\n", ++functions, block
    else
        printf "%s", block
    shown = 0
}
shown { block = block unescape($0) "\n" }
examples && /^\.Bd -literal/ && !(c && /-offset/) { block = ""; shown = 1 }
