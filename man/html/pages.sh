#!/bin/sh
# pages.sh SOURCES FOLDER VERSION: writes the manuals and other texts to the folder as HTML pages, each
# manual by mandoc, with an index.html, a style sheet and the pictures.

set -eu
sources=$1
folder=$2
version=$3
mandoc=${MANDOC:-mandoc}
here=$sources/man/html

command -v "$mandoc" >/dev/null || {
    echo "pages.sh: mandoc is missing; install the package mandoc (Debian, Fedora, Arch, Homebrew)" >&2
    exit 1
}
rm -rf "$folder"
mkdir -p "$folder/pictures"
cp "$here/style.css" "$folder"
cp "$sources"/man/pictures/* "$folder/pictures"

# escaped: escapes standard input for HTML.
escaped()
{
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# head_of TITLE: the head of a page that mandoc does not write.
head_of()
{
    printf '<!DOCTYPE html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n'
    printf '  <meta name="viewport" content="width=device-width, initial-scale=1.0">\n'
    printf '  <link rel="stylesheet" href="style.css">\n  <title>%s</title>\n</head>\n<body>\n' "$1"
}

ours=' '
for manual in "$sources"/man/*.[1-9]; do
    ours="$ours$(basename "$manual").html "
done
for manual in "$sources"/man/*.[1-9]; do
    "$mandoc" -Thtml -Ostyle=style.css,man=%N.%S.html,toc -Ios="miai $version" "$manual" |
        awk -v ours="$ours" -f "$here/page.awk" >"$folder/$(basename "$manual").html"
done
# text_page TEXT PAGE: writes a plain-text file of the sources as a page.
text_page()
{
    {
        head_of "${1##*/}"
        printf '<nav><a href="index.html">miai</a></nav>\n<pre class="text">'
        escaped <"$sources/$1"
        printf '</pre>\n</body>\n</html>\n'
    } >"$folder/$2"
}

for text in CONTRIBUTING LICENSE NEWS SECURITY STRENGTH; do
    text_page "$text" "$text.html"
done
text_page lab/README lab.html
for text in "$sources"/lab/*.md; do
    text_page "lab/${text##*/}" "lab-$(basename "$text" .md).html"
done

# experiments: links to the pages of lab/.
experiments()
{
    for text in "$sources"/lab/*.md; do
        subject=$(basename "$text" .md)
        printf ' <a href="lab-%s.html">%s</a>' "$subject" "$subject"
    done
}

# chapter TITLE SECTION: an item with a link to a section of the tutorial.
chapter()
{
    printf '<li><a href="miai-tutorial.7.html#%s">%s</a></li>\n' "$2" "$1"
}

# manual FILE: an item with a link to a manual and the manual's one-line description.
manual()
{
    about=$(sed -n 's/^\.Nd //p' "$sources/man/$1" | escaped)
    printf '<li><a href="%s.html">%s(%s)</a>: %s</li>\n' "$1" "${1%.*}" "${1##*.}" "$about"
}

# rest: the manuals that index.html does not link yet.
rest()
{
    for page in "$sources"/man/*.[1-9]; do
        grep -q "href=\"$(basename "$page").html" "$folder/index.html" || manual "$(basename "$page")"
    done
}

list()
{
    printf '<h2>%s</h2>\n<ul>\n' "$1"
    shift
    for page; do
        manual "$page"
    done
    printf '</ul>\n'
}

{
    head_of "miai $version"
    printf '<h1>miai %s</h1>\n<p>An engine for board games: Go, chess, Othello, Gomoku, Hex, ' "$version"
    printf 'Connect Four, tic-tac-toe, and your own.</p>\n'
    printf '<p><a href="pictures/analysis.png"><img src="pictures/analysis.png" alt="%s"></a></p>\n' \
        "Analysis of a game of Go: the board, the winning probability, better moves"
    printf '<h2>Getting started</h2>\n<ul>\n'
    chapter 'Play in ten minutes' PLAY_IN_TEN_MINUTES
    chapter 'From a record to a page of analysis' FROM_A_RECORD_TO_A_PAGE_OF_ANALYSIS
    chapter 'From nothing to your game in a tournament' FROM_NOTHING_TO_YOUR_GAME_IN_A_TOURNAMENT
    printf '</ul>\n'
    list 'Playing' miai.6 miai-options.7 miai-clients.7 miai-networks.7
    list 'Programming' libmiai.3 miai-game.7 miai-protocols.7 miai-network.5
    list 'Background' miai-search.7 miai-methods.7 miai-source.7
} >"$folder/index.html"
{
    printf '<h2>More</h2>\n<ul>\n'
    rest
    printf '<li><a href="STRENGTH.html">How strong it is</a></li>\n'
    printf '<li><a href="lab.html">Experiments</a>:%s</li>\n' "$(experiments)"
    printf '<li><a href="SECURITY.html">Security: limits for clients</a></li>\n'
    printf '<li><a href="CONTRIBUTING.html">Contributing</a></li>\n'
    printf '<li><a href="NEWS.html">Release notes</a></li>\n'
    printf '<li><a href="LICENSE.html">Licence</a></li>\n</ul>\n</body>\n</html>\n'
} >>"$folder/index.html"
