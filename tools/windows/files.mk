EXTRA_DIST += \
	tools/windows/README \
	tools/windows/README.txt \
	tools/windows/pbrain.c

if WINDOWS
WINDOWS_FOLDER = miai-$(VERSION)-windows-$(host_cpu)
CLEANFILES += $(WINDOWS_FOLDER).zip

bin_PROGRAMS       += pbrain-miai
pbrain_miai_SOURCES = tools/windows/pbrain.c
pbrain_miai_LDADD   = -lkernel32
pbrain_miai_CFLAGS  = $(WARN_CFLAGS) -Os -ffreestanding # without the C library
pbrain_miai_LINK    = $(CCLD) -nostdlib -s -o $@

windows-zip: miai$(EXEEXT) pbrain-miai$(EXEEXT)
	rm -rf $(WINDOWS_FOLDER) $(WINDOWS_FOLDER).zip && $(MKDIR_P) $(WINDOWS_FOLDER)
	cp miai$(EXEEXT) $(WINDOWS_FOLDER) && $(STRIP) $(WINDOWS_FOLDER)/miai$(EXEEXT)
	cp pbrain-miai$(EXEEXT) $(WINDOWS_FOLDER)
	sed 's/$$/\r/' $(srcdir)/tools/windows/README.txt >$(WINDOWS_FOLDER)/README.txt
	sed 's/$$/\r/' $(srcdir)/LICENSE >$(WINDOWS_FOLDER)/LICENSE.txt
	zip -q -r -X $(WINDOWS_FOLDER).zip $(WINDOWS_FOLDER) && rm -rf $(WINDOWS_FOLDER)
.PHONY: windows-zip
endif
