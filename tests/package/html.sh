#!/bin/sh
# html.sh - the pages of "make html": each link, picture and style that a page names is there, with the
# place in it, but for what is elsewhere in the world; each manual is a page that index.html leads to; each cross-reference between manuals is
# a link.

. "${srcdir:-.}/tests/support/common.sh"

command -v mandoc >/dev/null || {
    echo "mandoc is missing"
    exit 77
}
pages=$scratch/html
sh "$srcdir/man/html/pages.sh" "$srcdir" "$pages" 0.0.0

# The links of all pages as "PAGE FILE PLACE", the places as "FILE#ID".
for page in "$pages"/*.html; do
    tr '\n' ' ' <"$page" | grep -Eo '(href|src)="[^"]*"' | sed "s/^[a-z]*=\"/$(basename "$page") /; s/\"\$//"
done >$scratch/links
for page in "$pages"/*.html; do
    tr '\n' ' ' <"$page" | grep -Eo ' id="[^"]*"' | sed "s/^ id=\"/$(basename "$page")#/; s/\"\$//"
done | sort -u >$scratch/places

while read -r page link; do
    case $link in
    https://*) continue ;;
    '#'*) link=$page$link ;;
    esac
    file=${link%%#*}
    [ -f "$pages/$file" ] || fail "$page: leads to $link, which is not there"
    [ "$file" = "$link" ] || grep -qxF "$link" $scratch/places || fail "$page: there is no $link"
done <$scratch/links
count=$(grep -c '' $scratch/links)
echo "$count links"
[ "$count" -ge 100 ] || fail "only $count links"

for manual in "$srcdir"/man/*.[1-9]; do
    name=$(basename "$manual")
    grep -q "^index.html $name.html\(#.*\)\{0,1\}\$" $scratch/links || fail "index.html does not lead to $name"
    # Of what follows .Xr, what is one of ours.
    sed -n 's/^\.Xr \([a-z0-9_-]*\) \([1-9]\).*/\1.\2/p' "$manual" | while read -r other; do
        [ ! -f "$srcdir/man/$other" ] || echo "$name.html $other.html"
    done >$scratch/wanted
    while read -r line; do
        grep -qxF "$line" $scratch/links || fail "no link: $line"
    done <$scratch/wanted
    if grep -q 'man/pictures' "$pages/$name.html"; then
        fail "$name.html: a picture's file is named and not shown"
    fi
done
grep -q '^miai-tutorial.7.html pictures/analysis.png$' $scratch/links || fail "the tutorial shows no analysis"

exit $status
