# page.awk: adapts mandoc's HTML output of a manual: adds a link to the index, shows pictures where their
# files are named, and removes links to manuals that do not exist here.
#
# ours: the existing pages, " miai.6.html libmiai.3.html ...".  The whole file is one record.

BEGIN { RS = "\001" }

# The text after the first match of the pattern.
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

# The HTML of a link, from its tag and its text.
function link(tag, text,    href)
{
    href = attribute(tag, "href")
    if (href ~ /^man\/pictures\//)
        return picture(href, text)
    if (tag ~ /class="Xr"/ && !index(ours, " " href " "))
        return "<span class=\"Xr\">" text "</span>"
    return tag text "</a>"
}

# The text with all links and names of picture files replaced.
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
