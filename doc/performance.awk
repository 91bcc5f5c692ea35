# SPDX-License-Identifier: BSD-3-Clause
# Makes doc/performance.md (part=page) or its chart (part=chart) from the files of doc/performance/: see figures.sh.
# Tables are two-dimensional: a cell is found by machine, table, row and column, and all of these keep their order.

function field(key,    text) {
    if (!match($0, "\"" key "\": "))
        return ""
    text = substr($0, RSTART + RLENGTH)
    if (substr(text, 1, 1) == "\"") {
        text = substr(text, 2)
        return substr(text, 1, index(text, "\"") - 1)
    }
    sub(/[,}].*/, "", text)
    return text
}

function power(n,    k) {
    for (k = 0; n > 1 && n % 2 == 0; k++)
        n /= 2
    return n == 1 ? "2^" k : n * 2 ^ k
}

# Appends an item to a list, once.
function append(list, item) {
    if (!((list, item) in known)) {
        known[list, item] = 1
        items[list, ++count[list]] = item
    }
}

function store(table, row, column) {
    append("rows " machine table, row)
    append("columns " machine table, column)
    rate[machine, table, row, column] = field("gbps") + 0
    ratio[machine, table, row, column] = field("copy_ratio") + 0
    copy[machine, table, row, column] = field("copy_gbps") + 0
}

function cell(m, table, row, column) {
    if (!((m, table, row, column) in ratio))
        return "|"
    return sprintf(rate[m, table, row, column] < 100 ? " %.1f (%.2f) |" : " %.0f (%.2f) |",
                   rate[m, table, row, column], ratio[m, table, row, column])
}

function heading(table, m,    i, line, rule) {
    for (i = 1; i <= count["columns " m table]; i++) {
        line = line " " items["columns " m table, i] " |"
        rule = rule "---:|"
    }
    return line "\n|---|" rule
}

function show(m, table, title, first,    i, j, row, line) {
    if (!count["rows " m table])
        return
    print "\n### " title "\n\n| " first " |" heading(table, m)
    for (i = 1; i <= count["rows " m table]; i++) {
        row = items["rows " m table, i]
        line = "| " row " |"
        for (j = 1; j <= count["columns " m table]; j++)
            line = line cell(m, table, row, items["columns " m table, j])
        print line
    }
}

function ascending(values, n,    i, j, value) {
    for (i = 2; i <= n; i++) {
        value = values[i]
        for (j = i - 1; j && values[j] > value; j--)
            values[j + 1] = values[j]
        values[j + 1] = value
    }
}

# The sums of one machine in one size, by one library: a row of the table for all machines, or "".
function summary(m, size, who,    i, line, row, found) {
    for (i = 1; i <= types; i++) {
        row = type[i] (who == "" ? "" : ", " who)
        found += (m, "scan", row, size) in ratio
        line = line ((m, "scan", row, size) in ratio ? sprintf(" %.2f |", ratio[m, "scan", row, size]) : " |")
    }
    return found ? sprintf("| %s%s | %s | %.0f |%s", m, who == "" ? "" : ": " who, size,
                           copy[m, "scan", "f32" (who == "" ? "" : ", " who), size], line) : ""
}

function show_summary(    turn, i, j, m, size, line, shown) {
    print "<!-- speed: begin (made by make figures) -->"
    line = "| inclusive sums, of the speed of a copy | elements | copy, GB/s |"
    for (i = 1; i <= types; i++)
        line = line " " type[i] " |"
    print line
    print "|---|---|---:|---:|---:|---:|---:|---:|"
    # The largest arrays of each machine first, then others, as far as eight lines go.
    for (turn = 1; turn <= 2; turn++)
        for (i = 1; i <= count["machines"]; i++) {
            m = items["machines", i]
            size = turn == 1 ? items["columns " m "scan", count["columns " m "scan"]] : "2^20"
            for (j = 0; j <= count["others " m]; j++) {
                line = summary(m, size, j ? items["others " m, j] : "")
                if (line != "" && shown++ < 8)
                    print line
            }
        }
    print "<!-- speed: end -->"
}

function page(    i, j, m, n, values) {
    print "<!-- SPDX-License-Identifier: BSD-3-Clause -->"
    print "<!-- Made by doc/figures.sh (make figures) from doc/performance/*.json: do not edit. -->"
    print "# Performance\n"
    print "Figures are GB/s read and written, at the median of all samples, and in parentheses their ratio to a copy of"
    print "the same bytes, the best that `pfx bench` knows, measured in turn with them: for a scan from memory 1 is the"
    print "ceiling. A reduction only reads, so that it may be faster. `make figures` measures the machine at hand and makes"
    print "this page again.\n"
    show_summary()
    print "\n![Inclusive sums, compared with a copy](performance.svg)"
    for (i = 1; i <= count["machines"]; i++) {
        m = items["machines", i]
        print "\n## " m "\n\n" about[m]
        n = spreads[m]
        for (j = 1; j <= n; j++)
            values[j] = spread[m, j]
        ascending(values, n)
        printf "- the quartiles of a figure lie %.1f %% of it apart in one half of all, %.1f %% in nine tenths\n",
            100 * values[int((n + 1) / 2)], 100 * values[int((9 * n + 9) / 10)]
        show(m, "scan", "Inclusive sums", "elements")
        show(m, "reduce", "Reductions (sum)", "elements")
        show(m, "compaction", "Selections, partitions, unique elements of " large[m, "compaction"], "elements")
        show(m, "segments", "Segments (sums) of " large[m, "segments"] " elements, by their length", "")
    }
}

function text(x, y, anchor, string) {
    printf "<text x=\"%g\" y=\"%g\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, string
}

# Horizontal bars: for each machine and library one a type, of the largest arrays; a line where a copy is.
function chart(    i, j, k, m, size, row, y, value, body, left, scale, unit) {
    left = 60
    scale = 560
    unit = 15
    y = 34
    for (i = 1; i <= count["machines"]; i++)
        for (j = 0; j <= count["others " items["machines", i]]; j++)
            y += unit * (types + 2)
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"%d\" font-family=\"sans-serif\" " \
        "font-size=\"11\">\n", y
    print "<!-- SPDX-License-Identifier: BSD-3-Clause -->"
    print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    printf "<path d=\"M%d 24V%d\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>\n", left + scale, y - 10
    text(left + scale, 18, "middle", "a copy of the same bytes")
    y = 24
    for (i = 1; i <= count["machines"]; i++) {
        m = items["machines", i]
        size = items["columns " m "scan", count["columns " m "scan"]]
        for (j = 0; j <= count["others " m]; j++) {
            y += unit
            text(left, y + 2, "start", m ", " size " elements" (j ? ": " items["others " m, j] : ""))
            for (k = 1; k <= types; k++) {
                row = type[k] (j ? ", " items["others " m, j] : "")
                if (!((m, "scan", row, size) in ratio))
                    continue
                value = ratio[m, "scan", row, size]
                y += unit
                text(left - 6, y + 3, "end", type[k])
                printf "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"11\" fill=\"%s\"/>\n", left, y - 6,
                    scale * (value < 1.15 ? value : 1.15), j ? "#bbb" : "#3a7ca5"
                text(left + 6, y + 3, "start", sprintf("%.2f", value))
            }
            y += unit
        }
    }
    print "</svg>"
}

BEGIN { types = split("i32 i64 f32 f64 f16", type, " ") }

/^"machine": / {
    machine = field("machine")
    append("machines", machine)
}
/^"(device|commit|compiler|version|date)": / {
    key = substr($1, 2, length($1) - 3)
    head[key] = field(key)
}
/^"runs": / {
    about[machine] = "- " head["device"] "; " head["date"] "; " head["version"] \
        (head["commit"] == "" ? "" : ", commit " head["commit"]) (head["compiler"] == "" ? "" : ", " head["compiler"])
}
/^[{]"command": / { about[machine] = about[machine] "\n- `" field("command") "`" }
/"primitive": / {
    table = field("primitive")
    other = field("algorithm") == "peer" ? field("backend") : ""
    name = field("type") (other == "" ? "" : ", " (other == "read" ? "reading alone" : other))
    if (other == "memcpy" || other == "scan")
        next
    if (other == "")
        spread[machine, ++spreads[machine]] = field("spread") + 0
    if (other != "" && table == "scan")
        append("others " machine, other)
    large[machine, table] = power(field("n"))
    if (table == "scan" || table == "reduce")
        store(table, name, power(field("n")))
    else {
        form = field("algorithm") == "peer" ? form : field("algorithm")
        slash = index(form, "/")
        if (slash)
            store(table, substr(form, 1, slash - 1) ", " name, substr(form, slash + 1))
        else
            store(table, name, form)
    }
}

END {
    if (part == "chart")
        chart()
    else
        page()
}
