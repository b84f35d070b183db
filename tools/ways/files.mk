EXTRA_DIST += \
	tools/ways/README \
	tools/ways/check.sh \
	tools/ways/clients.sh \
	tools/ways/container.sh \
	tools/ways/page.js \
	tools/ways/results.md \
	tools/ways/ways

# Tries the documented ways to build and run miai, each from a fresh clone; WAY selects some.
WAY =
check-ways:
	@$(SHELL) $(srcdir)/tools/ways/check.sh $(WAY)
.PHONY: check-ways
