#!/bin/sh
# coverage.sh - the lines and branches that the test suite covers.  "make coverage" fills coverage/source
# and calls this script, which builds it in coverage/build with gcc's counters, runs COVERAGE_TESTS (by
# default "make check"), and prints the covered lines and branches for each folder and in total.
# coverage/missed lists the lines that were not fully covered.  It needs lcov(1).

set -u
mkdir -p coverage/build && cd coverage || exit 1
top=$PWD
MIAI_COVERAGE=yes # some tests are not for counters
export MIAI_COVERAGE

build()
{
    cd build || return
    [ -f config.status ] ||
        ../source/configure -q CC="${CC:-gcc}" --disable-shared CFLAGS='-O1 -g0 --coverage -fprofile-update=atomic' \
            LDFLAGS=--coverage || return
    ${MAKE:-make} -s && ${MAKE:-make} -s check TESTS=
}
(build) || exit 1
find build -name '*.gcda' -exec rm -f {} +
(cd build && ${MAKE:-make} -k check ${COVERAGE_TESTS:+TESTS="$COVERAGE_TESTS"}) >check.log 2>&1
grep -E '^# (TOTAL|PASS|SKIP|FAIL|ERROR):' check.log
grep '^FAIL:' check.log # which still count

# A test that is stopped while it writes leaves a broken file of counters, which lcov skips.
lcov -q -c -d build --rc lcov_branch_coverage=1 --ignore-errors gcov,source -o all.info 2>lcov.log || exit 1

# Keeps only the files of the program and the library, by their names in the sources.  A file that is
# compiled several times, for kernels or for a test, counts once; a line is covered if it is in any copy.
awk -v top="$top/source/" '
    /^SF:/ { name = substr($0, 4); sub(top, "", name); sub(/.*\/build\//, "", name)
        taken = name ~ /^(src|protocol|program)\/.*\.[ch]$/ }
    !taken { next }
    /^SF:/ { files[name] }
    /^DA:/ { split(substr($0, 4), d, ","); line[name ":" d[1]] += d[2] > 0 }
    /^BRDA:/ { split(substr($0, 6), d, ","); at = name ":" d[1]
        branch[at ":" d[2] ":" d[3]] += d[4] != "-" && d[4] > 0 }
    END {
        for (at in line) {
            split(at, part, ":"); lines[part[1]]++; hit[part[1]] += line[at] > 0
            if (line[at] == 0) print at ": line"
        }
        for (at in branch) {
            split(at, part, ":"); branches[part[1]]++; branched[part[1]] += branch[at] > 0
            if (branch[at] == 0 && line[part[1] ":" part[2]] > 0) print part[1] ":" part[2] ": branch"
        }
        for (name in files) {
            folder = name; sub(/\/[^\/]*$/, "", folder)
            l[folder] += lines[name]; h[folder] += hit[name]; b[folder] += branches[name]; t[folder] += branched[name]
            L += lines[name]; H += hit[name]; B += branches[name]; T += branched[name]
        }
        for (folder in l)
            printf "%-28s %6d lines %5.1f %%  %6d branches %5.1f %%\n", folder, l[folder], 100 * h[folder] / l[folder],
                b[folder], b[folder] ? 100 * t[folder] / b[folder] : 100 | "sort >folders"
        printf "%-28s %6d lines %5.1f %%  %6d branches %5.1f %%\n", "all", L, 100 * H / L, B, 100 * T / B >"sum"
    }' all.info | sort -t : -k 1,1 -k 2,2n -u >missed
cat folders sum
