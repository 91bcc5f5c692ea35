pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = %D%/prefix.pc
