EXTRA_DIST += program/batch/README
libprotocol_a_SOURCES += \
	program/batch/analyze_file.c \
	program/batch/batch.h \
	program/batch/collection.c \
	program/batch/collection_files.c \
	program/batch/collection_index.c \
	program/batch/collection_table.c \
	program/batch/write_results.c
