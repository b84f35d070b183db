dnl MIAI_TRY_FLAGS(VARIABLE, FLAGS): appends to VARIABLE each of the flags, separated by spaces, that
dnl the compiler accepts without a warning in addition to the flags already in VARIABLE.
AC_DEFUN([MIAI_TRY_FLAGS], [
    m4_foreach_w([miai_flag], [$2], [
        AC_MSG_CHECKING([whether $CC accepts ]miai_flag)
        miai_save_CFLAGS=$CFLAGS
        CFLAGS="$CFLAGS [$]$1 -Werror miai_flag"
        AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int answer = 42;]])],
            [AC_MSG_RESULT([yes])
             AS_VAR_APPEND([$1], [" miai_flag"])],
            [AC_MSG_RESULT([no])])
        CFLAGS=$miai_save_CFLAGS
    ])
])
