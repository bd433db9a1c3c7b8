# Installs a build tree, moves the result elsewhere, and builds and runs the consumer against it: once with
# find_package, once with pkg-config.
#   cmake -D BUILD=<build tree> -D WORK=<folder to use> -D LIBDIR=<lib> -D CXX=<compiler> [-D FLAGS=<flags>] -P run.cmake

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/installed")
file(RENAME "${WORK}/installed" "${WORK}/prefix")

run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${WORK}/build" -G Ninja -D CMAKE_BUILD_TYPE=Release
    "-DCMAKE_PREFIX_PATH=${WORK}/prefix" "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}")
run("${CMAKE_COMMAND}" --build "${WORK}/build")
run("${WORK}/build/consumer")
run("${WORK}/build/rules_consumer")

find_program(PKG_CONFIG NAMES pkg-config pkgconf)
if(NOT PKG_CONFIG)
  message(FATAL_ERROR "pkg-config is missing. On Debian or Ubuntu: apt-get install pkg-config")
endif()
set(ENV{PKG_CONFIG_PATH} "${WORK}/prefix/${LIBDIR}/pkgconfig:$ENV{PKG_CONFIG_PATH}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
foreach(pair IN ITEMS "consumer varan" "rules_consumer varan-rules")
  separate_arguments(pair)
  list(GET pair 0 program)
  list(GET pair 1 package)
  execute_process(COMMAND "${PKG_CONFIG}" --cflags --libs ${package}
                  OUTPUT_VARIABLE options OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(options UNIX_COMMAND "${options}")
  run("${CXX}" ${flags} -std=c++20 -O2 "${CMAKE_CURRENT_LIST_DIR}/${program}.cc" ${options}
      -o "${WORK}/${program}")
  run("${WORK}/${program}")
endforeach()
