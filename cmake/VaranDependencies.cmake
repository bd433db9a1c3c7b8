# varan_find(<package> DEBIAN <debian package>): find_package that says what to install when the package is missing.
macro(varan_find package)
  cmake_parse_arguments(varan_find "" "DEBIAN" "" ${ARGN})
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "Varan needs ${package}, which CMake does not find. "
                        "On Debian or Ubuntu: apt-get install ${varan_find_DEBIAN}")
  endif()
endmacro()
