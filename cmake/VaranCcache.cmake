# Compile through ccache where it is installed. Paths are made relative and the working directory is left out, so that
# two checkouts of the repository share what they have compiled; messages still show whole paths.
find_program(VARAN_CCACHE ccache)
mark_as_advanced(VARAN_CCACHE)
if(VARAN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      CCACHE_ABSOLUTE_PATHS_IN_STDERR=1 "${VARAN_CCACHE}")
endif()
