# Flags of every target: strict warnings that stop the build, hardening, sanitizers, ccache.

add_library(vedette_flags INTERFACE)
target_compile_options(vedette_flags INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-align -Woverloaded-virtual
  -Werror -fno-math-errno -ffp-contract=off
  -fstack-protector-strong -fPIE
  # Paths in messages start at the project's root, whatever folder it lies in: checkouts share their compilations.
  -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
target_link_options(vedette_flags INTERFACE -pie -Wl,-z,relro,-z,now)
target_include_directories(vedette_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
# Every target sees the same macros, so that one precompiled header serves all.
target_link_libraries(vedette_flags INTERFACE fmt::fmt Boost::json Threads::Threads)

# Against exploits (tests/hardening): copies and indices are checked, the stack cannot jump over its guard
# page, and indirect jumps and returns land only on marks.
set(VEDETTE_HARDENING "-D_FORTIFY_SOURCE=3 -D_GLIBCXX_ASSERTIONS -fstack-clash-protection")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  string(APPEND VEDETTE_HARDENING " -fcf-protection=full")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  string(APPEND VEDETTE_HARDENING " -mbranch-protection=standard")
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 ${VEDETTE_HARDENING}")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1 -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1 -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS")

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12's own stable_sort uses a function that it marks as deprecated.
  # g++ does not count signs under -Wconversion; one meaning for both compilers.
  target_compile_options(vedette_flags INTERFACE -Wno-deprecated-declarations -Wno-sign-conversion)
endif()

if(VEDETTE_UNITY)
  # A local name may hide one of another file of the group, and g++ takes what a file defines for
  # itself alone for something that others see.
  target_compile_options(vedette_flags INTERFACE -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(vedette_flags INTERFACE -Wno-subobject-linkage)
  endif()
endif()
if(VEDETTE_SANITIZE)
  target_compile_options(vedette_flags INTERFACE -fsanitize=${VEDETTE_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(vedette_flags INTERFACE -fsanitize=${VEDETTE_SANITIZE})
endif()
# What tells a fuzzer where an input has led: a quarter more to compile and to run, so only for what
# fuzz targets call.
add_library(vedette_fuzz_flags INTERFACE)
if(VEDETTE_FUZZ)
  target_compile_options(vedette_fuzz_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # base_dir and no_hash_dir let checkouts in different folders share results; the sloppiness and
  # -fpch-preprocess are what g++ needs for precompiled headers to be cacheable at all.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(vedette_flags INTERFACE -fpch-preprocess)
  endif()
endif()
