prefixincludedir = $(includedir)/prefix
dist_prefixinclude_HEADERS = %D%/prefix/prefix.h %D%/prefix/version.h %D%/prefix/backend.h
