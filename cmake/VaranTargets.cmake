# How Varan's own code is compiled.

# varan_own_code(<target>): warnings and sanitizers for code of this repository; nothing of this reaches a consumer.
function(varan_own_code target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wcast-qual
      -Wfloat-conversion)
    if(VARAN_WERROR)
      target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # g++ 12 sees overlapping copies in plain std::string additions (GCC bug 105651), and, when it instruments code,
      # uninitialised values that are none.
      target_compile_options(${target} PRIVATE -Wno-restrict)
      if(VARAN_SANITIZE)
        target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
      endif()
    endif()
  endif()
  if(VARAN_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${VARAN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${VARAN_SANITIZE})
  endif()
endfunction()

# varan_add_library(<name> <sources>...): the static library varan_<name>, known as varan::<name> here and to consumers.
function(varan_add_library name)
  set(target varan_${name})
  add_library(${target} STATIC ${ARGN})
  add_library(varan::${name} ALIAS ${target})
  varan_own_code(${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # The search is a template that consumers compile too: its results must be the same everywhere, so a multiplication
  # and an addition must never become one instruction that rounds once.
  target_compile_options(${target} PUBLIC $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)
  if(VARAN_ASSERTS)
    target_compile_definitions(${target} PUBLIC VARAN_ASSERTS=1)
  endif()
endfunction()
