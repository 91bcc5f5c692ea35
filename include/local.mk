prefixincludedir = $(includedir)/prefix
dist_prefixinclude_HEADERS = %D%/prefix/prefix.h %D%/prefix/version.h %D%/prefix/backend.h
if WITH_MPI
dist_prefixinclude_HEADERS += %D%/prefix/mpi.h
endif
prefixbackendincludedir = $(prefixincludedir)/backend
dist_prefixbackendinclude_HEADERS = %D%/prefix/backend/filter.h %D%/prefix/backend/histogram.h \
    %D%/prefix/backend/host.h %D%/prefix/backend/operator.h %D%/prefix/backend/runs.h \
    %D%/prefix/backend/scan.h %D%/prefix/backend/segments.h %D%/prefix/backend/select.h \
    %D%/prefix/backend/sort.h %D%/prefix/backend/tables.h %D%/prefix/backend/windows.h
