#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The examples of pfx(1), pasted: each runs, and prints what the page shows.
. "${top_srcdir:-.}/tests/cli/cli.sh"
page=$(cd "${top_srcdir:-.}" && pwd)/man/pfx.1
pfx=$(cd "$(dirname "$pfx")" && pwd)/pfx
mkdir "$dir/bin" "$dir/examples" "$dir/files"

# Neither hours of measuring nor a file that never ends: the last of --n and --repeat counts.
cat >"$dir/bin/pfx" <<END
#!/bin/sh
[ "\$1" != bench ] || set -- "\$@" --n 1000 --repeat 1
exec "$pfx" "\$@"
END
cat >"$dir/bin/tail" <<'END'
#!/bin/sh
exec cat "$2"
END
chmod +x "$dir/bin/pfx" "$dir/bin/tail"
PATH=$dir/bin:$PATH

# N.run: the command, which goes on in the next line after a bar or a backslash; N.shown: what the page shows of its
# output.
awk -v to="$dir/examples" '
    function unescape(text) {
        gsub(/\\-/, "-", text)
        gsub(/\\\(aq/, "\047", text)
        gsub(/\\\(ha/, "^", text)
        gsub(/\\e/, "\\", text)
        return text
    }
    function number(n) { return sprintf("%s/%03d", to, n) }
    /^\.Sh / { inside = $0 == ".Sh EXAMPLES" }
    inside && /^\.Dl \$ / { print unescape(substr($0, 7)) >(number(++count) ".run") }
    inside && /^\.Ed/ { display = 0 }
    display && (/^\$ / || continues) {
        command = unescape(continues ? $0 : substr($0, 3))
        if (!continues)
            count++
        print command >(number(count) ".run")
        continues = command ~ /[|\\]$/
        next
    }
    display { print unescape($0) >(number(count) ".shown") }
    inside && /^\.Bd -literal/ { display = 1 }
' "$page"

cd "$dir/files" || exit 99
set -- "$dir"/examples/*.run
ok "$(($# < 12))" "examples are found"
for example; do
    name=$(sed 's/\\//g' "$example" | paste -s -d ' ' -) # which echo prints as it is
    lacks=
    case $name in *--plot*) command -v gnuplot >/dev/null || lacks='gnuplot is not there' ;; esac
    case $name in
    *'--backend openmp'*)
        "$pfx" bench scan --backend openmp --n 1 --repeat 1 >/dev/null 2>&1 || lacks='openmp is not available' ;;
    esac
    [ -z "$lacks" ] || { skip "$lacks" "$name" && continue; }
    sh "$example" >got 2>errors
    status=$?
    if [ -f "${example%.run}.shown" ]; then
        is "$status: $(cat got errors)" "0: $(cat "${example%.run}.shown")" "$name"
    else
        is "$status: $(cat errors)" "0: " "$name"
    fi
done
finish
