if HAVE_CHECK
check_PROGRAMS += \
	tests/search/textbook/check_cuts \
	tests/search/textbook/check_flat \
	tests/search/textbook/check_methods \
	tests/search/textbook/check_minimax
tests_search_textbook_check_methods_LDADD = $(LDADD) -lm
endif
