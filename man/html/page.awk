# page.awk - what mandoc makes of a manual, as one page among the others: a line above that leads to
# them, pictures where their files are named, and no links to manuals that are not here.
#
# ours: the pages that there are, " miai.6.html libmiai.3.html ..."; the file is read as one text.

BEGIN { RS = "\001" }

# The text from where the first match of the pattern begins, of which that is a part.
function after(text, pattern)
{
    return match(text, pattern) ? substr(text, RSTART + RLENGTH) : ""
}

function attribute(tag, name)
{
    tag = after(tag, name "=\"")
    return substr(tag, 1, index(tag, "\"") - 1)
}

function picture(file, text)
{
    sub(/.*\//, "", file)
    gsub(/[ \n]+/, " ", text)
    return "<a href=\"pictures/" file "\"><img src=\"pictures/" file "\" alt=\"" text "\"></a>"
}

# A link, its tag and its text, as it stands on the page.
function link(tag, text,    href)
{
    href = attribute(tag, "href")
    if (href ~ /^man\/pictures\//)
        return picture(href, text)
    if (tag ~ /class="Xr"/ && !index(ours, " " href " "))
        return "<span class=\"Xr\">" text "</span>"
    return tag text "</a>"
}

# The text with each link, and each name of a picture's file, taken care of.
function with_links(text,    made, tag, end)
{
    while (match(text, /<a [^>]*>|<span class="Pa">man\/pictures\/[^<]*/)) {
        made = made substr(text, 1, RSTART - 1)
        tag = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (tag ~ /^<span/) {
            sub(/.*\//, "", tag)
            made = made picture(tag, tag)
            text = substr(text, length("</span>") + 1)
        } else {
            end = index(text, "</a>")
            made = made link(tag, substr(text, 1, end - 1))
            text = substr(text, end + length("</a>"))
        }
    }
    return made text
}

{
    sub(/<html>/, "<html lang=\"en\">")
    sub(/<body>\n/, "<body>\n<nav><a href=\"index.html\">miai</a></nav>\n")
    printf "%s", with_links($0)
}
