#!/bin/sh
# Ten games with GNU Go on 9x9, colours in turn, by Chinese rules; needs gogui-twogtp and gnugo.
# Then match.html is a table of them, match-0.sgf and so on their records.
gogui-twogtp -black 'miai --time=1' -white 'gnugo --mode gtp --level 1 --chinese-rules' \
    -referee 'gnugo --mode gtp --chinese-rules' \
    -size 9 -komi 7.5 -games 10 -alternate -auto -sgffile match &&
    gogui-twogtp -analyze match.dat
