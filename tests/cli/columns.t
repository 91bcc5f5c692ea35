#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Delimiters, a column of a table, and its header.
. "${top_srcdir:-.}/tests/cli/cli.sh"

joint=/

# --- a delimiter alone ------------------------------------------------------------------------------
scans '1,2\n3, 4\r\n' '1,3\n6,10\n' -t ,
scans ' 1 \t, 2\n' '1,3\n' --delimiter ,
scans '1;2' '1;3\n' -t ';' --type f32
scans '1\t2\n3 \t 4' '1\t3\n6\t10\n' -t '\t'
scans '1|2|3' '6|5|3\n' -t '|' --reverse
scans '1 2 3' '1 3 6\n' -t ' '
scans '1,,3\n,5,\n\n7\n' '1,,4\n,9,\n\n16\n' -t , --missing keep
scans '1,,3\n,5,\n' '1,4\n9\n' -t , --missing skip
scans '1,,3\n,5,\n' '1,1,4\n4,9,9\n' -t , --missing zero
scans '\n1,2\n' '\n1,3\n' -t , --missing keep
scans '1  2' '1  3\n' -t ' ' --missing keep
gives '1,2,3' 6 reduce -t ,
gives '2,7,1,5' 7/7/5 unrle -t ,

# --- quotes -----------------------------------------------------------------------------------------
scans '"1","2"\n "0x3" , "4"\r\n' '1,3\n6,10\n' -t ,
scans '1,"",3\n""\n' '1,,4\n\n' -t , --missing keep
scans '"1";"";" 2 "' '1;1;3\n' -t ';' --missing zero --type f32
scans '"a,b",3\nc,"4"\n' '"a,b",3,3\nc,"4",7\n' -t , --column 2
scans '"1,2,3",4\n"a "",",5,"x,y"\n' '"1,2,3",4,4\n"a "",",5,"x,y",9\n' -t , --column 2
scans 'a"b,c",1\n' 'a"b,c",1,1\n' -t , --column 3
scans 'x\t"a\tb"\t7\n' 'x\t"a\tb"\t7\t7\n' -t '\t' --column 3
scans '1"2' '1"3\n' -t '"'
gives '"02","1"\n"3",04' '02/3/04' select -t , --greater 1
gives '"a,b","02"\nc,1\n' '"a,b","02"' select -t , --column 2 --greater 1
gives '"7",7,"7.0"\n8' '3 7/1 8' rle -t ,
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "\"%d\",", i; print "5" }' >"$dir/quoted"
is "$("$pfx" reduce -t , --op max "$dir/quoted")" 99999 'a line of quotes that is longer than the buffer'
is "$("$pfx" reduce -t , --column 100000 "$dir/quoted")" 99999 'and a column of it'
awk 'BEGIN { printf "\""; for (i = 0; i < 100000; i++) printf "a,"; print "\",5" }' >"$dir/quoted"
is "$("$pfx" reduce -t , --column 2 "$dir/quoted")" 5 'a quoted field that is longer than the buffer'

is "$(printf '"%70000s","2"\n' 1 | "$pfx" scan -t , | paste -s -d / -)" '1,3' 'and one that all fields are read of'
gives '" 9007199254740993"\n' 9007199254740993 scan -t ' '
gives '"\t1 "\t2\n' '1 1/1 2' rle -t '\t'
# The closing quote is the last byte of a buffer, and one more follows.
awk 'BEGIN { while (n++ < 30268) printf "1,"; printf "\"1%4998s\"\"2\"\n", "" }' >"$dir/quoted"
for before in '' , ,, ,,,; do
    (printf '%s' "$before" | tr , 1; cat "$dir/quoted") >"$dir/input"
    "$pfx" reduce -t , "$dir/input" >/dev/null 2>&1
    is "$?" 1 'what follows a closing quote is an error wherever a buffer ends'
done

# --- a column ---------------------------------------------------------------------------------------
scans 'a 1\nb 2\n' 'a 1\t1\nb 2\t3\n' --column 2
scans 'a,1,x\n b c , 2 ,y\r\n' 'a,1,x,1\n b c , 2 ,y,3\n' --column 2 -t ,
scans 'a\t1\nb c\t2' 'a\t1\t1\nb c\t2\t3\n' --column 2 -t '\t'
scans '\t1\n\t2\n' '\t1\t1\n\t2\t3\n' --column 2
scans '  1   x\n2\ty\n' '  1   x\t1\n2\ty\t3\n' --column 1
scans 'a;1\nb;\nc\n\nd;2\n' 'a;1;1\nb;;\nc;\n;\nd;2;3\n' --column 2 -t ';' --missing keep
scans 'a;1\nb;\nc\n\nd;2\n' 'a;1;1\nd;2;3\n' --column 2 -t ';' --missing skip
scans 'a;1\nb;\nc\nd;2\n' 'a;1;1\nb;;1\nc;1\nd;2;3\n' --column 2 -t ';' --missing zero
scans 'a,1\nb,0.5\n' 'a,1,1.5\nb,0.5,0.5\n' --column 2 -t , --reverse
scans '' '' --column 3
gives 'a 1\nb 2\n' 3 reduce --column 2
gives 'a 1\nb 3\nc 02\nd 5\n' 'a 1/c 02' select --column 2 --less 3
gives 'a 1\nb 3\nc 2\nd 5\n' 1/3 select --column 2 --greater 2 --indices
gives 'a 1\nb 3\nc 2\nd 5\n' 'b 3/d 5/a 1/c 2' partition --column 2 --greater 2
gives 'a 1\nb 1\nc 2\nd 1\n' 'a 1/c 2/d 1' unique --column 2
gives 'a 1\nb 1\nc 2\n' '2 1/1 2' rle --column 2
gives 'a 1\nb\nc 2\n' 'a 1' select --column 2 --less 2 --missing skip
awk 'BEGIN { for (i = 0; i < 300000; i++) print i, i % 7, "x" }' >"$dir/table"
awk '{ s += $2; print $0 "\t" s }' "$dir/table" >"$dir/wanted"
"$pfx" scan --type i64 --column 2 "$dir/table" >"$dir/got"
same "$dir/got" "$dir/wanted" 'lines of several pieces'
awk '$2 < 3' "$dir/table" >"$dir/wanted"
"$pfx" select --less 3 --type i64 --column 2 "$dir/table" >"$dir/got"
same "$dir/got" "$dir/wanted" 'selected lines of several pieces'
awk '$2 >= 3' "$dir/table" >>"$dir/wanted"
"$pfx" partition --less 3 --type i64 --column 2 "$dir/table" >"$dir/got"
same "$dir/got" "$dir/wanted" 'parted lines of several pieces'
awk '{ print int($1 / 3), "x" }' "$dir/table" >"$dir/threes"
uniq "$dir/threes" >"$dir/wanted"
"$pfx" unique --type i64 --column 1 "$dir/threes" >"$dir/got"
same "$dir/got" "$dir/wanted" 'lines with a new number, of several pieces'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "%d;", i; print 5 }' >"$dir/wide"
is "$("$pfx" reduce -t ';' --column 100001 "$dir/wide")" 5 'a line longer than the buffer'

# --- a header ---------------------------------------------------------------------------------------
scans 'n\n1\n2\n' 'n\n1\n3\n' --header
scans '\357\273\277a,b\r\nx,1\r\ny,2\r\n' 'a,b,scan\nx,1,1\ny,2,3\n' --header -t , --column 2
scans 'a b\n' 'a b\tscan\n' --header --column 2 --type f32
scans '\n1\n' '\n1\n' --header
scans '' '' --header
gives 'a n\nx 1\ny 2\n' 3 reduce --header --column 2
gives 'a n\nx 1\ny 2\n' 'a n/y 2' select --header --column 2 --greater 1
gives 'a n\nx 1\ny 2\n' 1 select --header --column 2 --greater 1 --indices
gives 'n\n1\n1\n' n/1 unique --header
gives 'n\n1\n1\n' '2 1' rle --header
is "$(printf 'n\n1\n2\n' | "$pfx" scan --header --type u8 --output-format raw | od -An -tu1 | tr -d ' \n')" 13 \
    'raw data has no header'

# --- what is no number, or not there ----------------------------------------------------------------
bad()
{
    printf -- "$1" >"$dir/input"
    message=$2
    shift 2
    fails 1 "standard input:$message" "$@"
}
bad '" 9007199254740993"\n0.5\n' "1: '9007199254740993' would be rounded, as other numbers are no integers; --type f64 rounds it" scan -t ' '
bad '"\n1"\n2\n' '1:1: this quote is not closed on its line' scan -t ,
remedy='a missing value; --missing skip leaves it out, --missing zero takes 0'
no_commas='decimal commas and thousands separators are not read'
bad 'a 1\nb\n' "2: there is no field 2, $remedy" scan --column 2
bad 'a,1\nb, \n' "2:4: field 2 is empty, $remedy" scan --column 2 -t ,
bad 'a,1\n\n' "2: an empty line is $remedy" scan --column 2 -t ,
bad '1,2,\n' "1:5: field 3 is empty, $remedy" reduce -t ,
bad 'h\n1\nx\n' "3:1: 'x' is not a number of type f64" scan --header
bad 'a,1 2\n' "1:3: '1 2' is not a number of type f64" scan --column 2 -t ,
bad '1 a\000\n' "1: the line has a byte of 0" scan --column 1
bad '1;2' "1:1: '1;2' is not a number of type i64; --delimiter ';' separates there" scan --type i64
bad '1,2' "1:1: '1,2' is not a number of type f64; --delimiter , separates at commas; $no_commas" scan
bad '0;1,5' "1:3: '1,5' is not a number of type f64; $no_commas" scan -t ';'
bad "1'000" "1:1: '1'000' is not a number of type f64; $no_commas" scan
bad '1_000' "1:1: '1_000' is not a number of type f64; $no_commas" scan
bad 'a "1"' "1:3: '\"1\"' is not a number of type f64; quotes are read with --delimiter" scan --column 2
bad '1,"' '1:3: this quote is not closed on its line' scan -t ,
bad '"a\nb",3\n' '1:1: this quote is not closed on its line' scan -t , --column 2
bad '3,4,"x\n5,y",1\n' '1:5: this quote is not closed on its line' scan -t , --column 1
bad '3,"x""\n' '1:3: this quote is not closed on its line' scan -t , --column 1 --type i64
bad '1,"2"3,4' '1:6: only a delimiter may follow the closing quote of a field' scan -t ,
bad '"a" b,3' '1:4: only a delimiter may follow the closing quote of a field' unique -t , --column 2
bad '1,"1""2"' "1:4: '1\"\"2' is not a number of type f64" scan -t ,
bad '1,"1,2"' "1:4: '1,2' is not a number of type f64; $no_commas" scan -t ,
bad '1\n2, "" ,3' "2:5: field 2 is empty, $remedy" scan -t ,
bad 'a,"",3' "1:4: field 2 is empty, $remedy" scan -t , --column 2
printf '0,1' >"$dir/other"
printf '1 2' >"$dir/input"
fails 1 "$dir/other:1:1: '0,1' is not a number of type u8; blanks stand between numbers" select --flags "$dir/other"
printf '"1"' >"$dir/other"
fails 1 "$dir/other:1:1: '\"1\"' is not a number of type u8; quotes are not read" select --flags "$dir/other"
for delimiter in 1 e - . +; do
    fails 2 "--delimiter: '$delimiter' may be part of a number" scan --delimiter=$delimiter
done
fails 2 "--delimiter: ',,' is not one character of ASCII, or \\t" scan -t ,,
fails 2 "--delimiter: '' is not one character of ASCII, or \\t" scan --delimiter=
fails 2 "--column: '0' is no number from 1 to 2147483647" scan --column 0
fails 2 "--missing, --delimiter, --column and --header are for text" scan --column 1 --format raw --type u8
finish
