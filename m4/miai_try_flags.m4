dnl MIAI_TRY_FLAGS(VARIABLE, FLAGS): appends to VARIABLE each of the flags, which stand with blanks
dnl between, that the compiler takes without a warning beside those that VARIABLE has already.
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
