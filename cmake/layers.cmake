# vedette_layer(NAME LINK libs...): src/NAME/*.cc is the static library vedette_NAME, linked to every
# layer that src/LAYERS puts before it, so that an include of a later layer does not link either;
# src/NAME/*_test.cc is the program NAME_test.

set(VEDETTE_COMMON_HEADERS
  <algorithm> <array> <atomic> <chrono> <cstdint> <cstring> <functional> <map> <memory> <mutex>
  <optional> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)
add_library(vedette_pch OBJECT ${CMAKE_SOURCE_DIR}/cmake/pch.cc)
target_link_libraries(vedette_pch PRIVATE vedette_flags)
target_precompile_headers(vedette_pch PRIVATE ${VEDETTE_COMMON_HEADERS})

# What a test says of the code is worth the optimiser's time, the test itself is not: half of the time
# of a build goes into tests otherwise. The code under test is compiled as ever.
add_library(vedette_test_flags INTERFACE)
target_compile_options(vedette_test_flags INTERFACE -O0 -U_FORTIFY_SOURCE)
target_link_libraries(vedette_test_flags INTERFACE GTest::gmock GTest::gtest)
add_library(vedette_test_pch OBJECT ${CMAKE_SOURCE_DIR}/cmake/pch.cc)
target_link_libraries(vedette_test_pch PRIVATE vedette_flags vedette_test_flags)
target_precompile_headers(vedette_test_pch PRIVATE ${VEDETTE_COMMON_HEADERS} <gtest/gtest.h> <gmock/gmock.h>)

# Files that may be compiled together are, in a sanitizer build (unity_groups.py says why and which).
function(vedette_unity target)
  if(NOT VEDETTE_UNITY)
    return()
  endif()
  execute_process(COMMAND /usr/bin/python3 ${CMAKE_SOURCE_DIR}/cmake/unity_groups.py ${ARGN}
    OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  foreach(source group IN ZIP_LISTS ARGN groups)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

file(STRINGS ${CMAKE_SOURCE_DIR}/src/LAYERS VEDETTE_LAYER_ROWS REGEX "^[a-z]")

function(vedette_earlier_layers name result)
  set(earlier "")
  foreach(row ${VEDETTE_LAYER_ROWS})
    string(REPLACE " " ";" folders "${row}")
    if(name IN_LIST folders)
      break()
    endif()
    foreach(folder ${folders})
      if(TARGET vedette_${folder})
        list(PREPEND earlier vedette_${folder})
      endif()
    endforeach()
  endforeach()
  set(${result} ${earlier} PARENT_SCOPE)
endfunction()

function(vedette_layer name)
  cmake_parse_arguments(ARG "" "" "LINK;TEST_LINK" ${ARGN})
  set(dir ${CMAKE_SOURCE_DIR}/src/${name})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cc ${dir}/*/*.cc)
  file(GLOB headers CONFIGURE_DEPENDS ${dir}/*.h ${dir}/*/*.h)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  if(NOT sources)
    return()
  endif()
  vedette_earlier_layers(${name} earlier)
  add_library(vedette_${name} STATIC ${sources} ${headers})
  target_link_libraries(vedette_${name} PUBLIC vedette_flags ${earlier} ${ARG_LINK})
  target_precompile_headers(vedette_${name} REUSE_FROM vedette_pch)
  vedette_unity(vedette_${name} ${sources})
  if(tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE vedette_${name} ${ARG_TEST_LINK} vedette_test_flags GTest::gtest_main)
    target_precompile_headers(${name}_test REUSE_FROM vedette_test_pch)
    vedette_unity(${name}_test ${tests})
    add_test(NAME ${name} COMMAND ${name}_test WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  endif()
endfunction()
