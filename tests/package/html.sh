#!/bin/sh
# html.sh - the pages of "make html": each link, picture and style that a page names exists, with
# its anchor, except for external ones; index.html leads to each manual; each cross-reference
# between manuals is a link.

. "${srcdir:-.}/tests/support/common.sh"

command -v mandoc >/dev/null || {
    echo "mandoc is missing"
    exit 77
}
pages=$scratch/html
sh "$srcdir/man/html/pages.sh" "$srcdir" "$pages" 0.0.0

# The links of all pages as "PAGE FILE ANCHOR", and the anchors as "FILE#ID".
for page in "$pages"/*.html; do
    tr '\n' ' ' <"$page" | grep -Eo '(href|src)="[^"]*"' | sed "s/^[a-z]*=\"/$(basename "$page") /; s/\"\$//"
done >$scratch/links
for page in "$pages"/*.html; do
    tr '\n' ' ' <"$page" | grep -Eo ' id="[^"]*"' | sed "s/^ id=\"/$(basename "$page")#/; s/\"\$//"
done | sort -u >$scratch/places

awk '
    FNR == 1       { file++ }
    file == 1      { place[$0] = 1; next }
    $2 ~ /^https:/ { next }
    {
        link = $2 ~ /^#/ ? $1 $2 : $2
        page = link
        sub(/#.*/, "", page)
        if (page != link && !(link in place))
            print $1 ": there is no " link
        if (!seen[page]++)
            print page >pages
    }' pages=$scratch/named $scratch/places $scratch/links >$scratch/missing
while read -r file; do
    [ -f "$pages/$file" ] || echo "a page leads to $file, which is not there"
done <$scratch/named >>$scratch/missing
[ ! -s $scratch/missing ] || fail "$(cat $scratch/missing)"
count=$(grep -c '' $scratch/links)
echo "$count links"
[ "$count" -ge 100 ] || fail "only $count links"

sort -u $scratch/links >$scratch/sorted
for manual in "$srcdir"/man/*.[1-9]; do
    name=$(basename "$manual")
    grep -q "^index.html $name.html\(#.*\)\{0,1\}\$" $scratch/links || fail "index.html does not lead to $name"
    # The words after .Xr that are our manuals.
    sed -n 's/^\.Xr \([a-z0-9_-]*\) \([1-9]\).*/\1.\2/p' "$manual" | while read -r other; do
        [ ! -f "$srcdir/man/$other" ] || echo "$name.html $other.html"
    done >$scratch/wanted
    sort -u $scratch/wanted | comm -23 - $scratch/sorted >$scratch/missing
    [ ! -s $scratch/missing ] || fail "no link: $(cat $scratch/missing)"
    if grep -q 'man/pictures' "$pages/$name.html"; then
        fail "$name.html: a picture's file is not shown as an image"
    fi
done
grep -q '^miai-tutorial.7.html pictures/analysis.png$' $scratch/links || fail "the tutorial shows no analysis"

exit $status
