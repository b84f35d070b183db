EXTRA_DIST += \
	tools/windows/README \
	tools/windows/README.txt

if WINDOWS
WINDOWS_FOLDER = miai-$(VERSION)-windows-$(host_cpu)
CLEANFILES += $(WINDOWS_FOLDER).zip

windows-zip: miai$(EXEEXT)
	rm -rf $(WINDOWS_FOLDER) $(WINDOWS_FOLDER).zip && $(MKDIR_P) $(WINDOWS_FOLDER)
	cp miai$(EXEEXT) $(WINDOWS_FOLDER) && $(STRIP) $(WINDOWS_FOLDER)/miai$(EXEEXT)
	cp $(WINDOWS_FOLDER)/miai$(EXEEXT) $(WINDOWS_FOLDER)/pbrain-miai$(EXEEXT)
	sed 's/$$/\r/' $(srcdir)/tools/windows/README.txt >$(WINDOWS_FOLDER)/README.txt
	sed 's/$$/\r/' $(srcdir)/LICENSE >$(WINDOWS_FOLDER)/LICENSE.txt
	zip -q -r -X $(WINDOWS_FOLDER).zip $(WINDOWS_FOLDER) && rm -rf $(WINDOWS_FOLDER)
.PHONY: windows-zip
endif
