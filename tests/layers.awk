# SPDX-License-Identifier: BSD-3-Clause
# usage: awk -v list=LIST -f layers.awk FILE...: what breaks the order of the folders in LIST (tests/layers.list), a
# line each: KIND TREE TEXT. Kinds: up (an include), circle (of files), own (a header that is not included first),
# unused (a header), long (a file). Files are named from the top folder.

function read_list(    line, words, n, i, t) {
    while ((getline line <list) > 0) {
        n = split(line, words, /[ :]+/)
        if (line ~ /^#/ || n == 0)
            continue
        if (words[1] == "except") {
            excepted[words[2], words[3]] = 1
            continue
        }
        t = words[1]
        trees[++tree_count] = t
        i = 2
        if (words[2] == "on") {
            below[t] = words[3]
            i = 4
        }
        for (rank = 1; i <= n; i++)
            ranks[t, words[i]] = rank++
    }
}

# The tree of a file, or "".
function tree_of(file,    i) {
    for (i = 1; i <= tree_count; i++)
        if (index(file, trees[i] "/") == 1)
            return trees[i]
    return ""
}

# The folder of a file within a tree.
function folder_of(file, tree,    rest) {
    rest = substr(file, length(tree) + 2)
    return sub(/\/[^\/]*$/, "", rest) ? rest : "."
}

function directory(file) {
    sub(/\/[^\/]*$/, "", file)
    return file
}

# A source and the header of its name are one.
function unit(file) {
    sub(/\.[a-z]*$/, "", file)
    return file
}

function normal(path) {
    while (sub(/[^\/.]+\/\.\.\//, "", path))
        ;
    return path
}

# The file that an include means, or "" if it is none of ours.
function resolve(file, tree, name,    path) {
    path = normal(directory(file) "/" name)
    if (path in known)
        return path
    if ((tree "/" name) in known)
        return tree "/" name
    if (tree in below && (below[tree] "/" name) in known)
        return below[tree] "/" name
    return ""
}

function report(kind, tree, text) {
    print kind, tree, text
}

function check(file, line,    tree, name, target, target_tree, from, to) {
    tree = tree_of(file)
    name = line
    sub(/^[^"]*"/, "", name)
    sub(/".*/, "", name)
    target = resolve(file, tree, name)
    if (!(file in first))
        first[file] = name ~ /config\.h$/ ? "" : target
    if (first[file] == "" && name !~ /config\.h$/)
        first[file] = target
    if (target == "" || (file, target) in excepted)
        return
    used[target] = 1
    target_tree = tree_of(target)
    if (target_tree == below[tree] && tree in below)
        return
    from = folder_of(file, tree)
    to = folder_of(target, tree)
    if (target_tree != tree || !((tree, from) in ranks) || !((tree, to) in ranks) || ranks[tree, to] > ranks[tree, from])
        report("up", tree, file " includes " target)
    if (target_tree == tree && unit(file) != unit(target) && !((unit(file), unit(target)) in edges)) {
        edges[unit(file), unit(target)] = 1
        next_of[unit(file), ++degree[unit(file)]] = unit(target)
        tree_of_unit[unit(file)] = tree
    }
}

# Depth first; state 1: on the path, 2: done.
function visit(u, path,    i, v) {
    state[u] = 1
    for (i = 1; i <= degree[u]; i++) {
        v = next_of[u, i]
        if (state[v] == 1)
            report("circle", tree_of_unit[u], substr(path " -> " v, index(path " -> " v, v)))
        else if (state[v] != 2)
            visit(v, path " -> " v)
    }
    state[u] = 2
}

BEGIN {
    read_list()
    for (i = 1; i < ARGC; i++) {
        sub(/^\.\//, "", ARGV[i])
        known[ARGV[i]] = 1
    }
}

FNR == 501 { report("long", "all", FILENAME) }
# A header that a macro names is included by that name.
/^[ \t]*#[ \t]*(include|define[ \t]+[A-Z_]+)[ \t]*"[^"]*/ && ($0 !~ /define/ || /\.h"$/) && tree_of(FILENAME) != "" {
    check(FILENAME, $0)
}

END {
    for (u in degree)
        if (!state[u])
            visit(u, u)
    for (file in known) {
        header = unit(file) ".h"
        tree = tree_of(file)
        if (tree == "")
            continue
        if (file ~ /\.c$/ && header in known && first[file] != header)
            report("own", tree, file)
        if (file ~ /\.h$/ && !(file in used))
            report("unused", tree, file)
    }
}
