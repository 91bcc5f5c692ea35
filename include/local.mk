prefixincludedir = $(includedir)/prefix
dist_prefixinclude_HEADERS = %D%/prefix/prefix.h %D%/prefix/version.h %D%/prefix/backend.h
if WITH_MPI
dist_prefixinclude_HEADERS += %D%/prefix/mpi.h
endif
