# The native core, folder by folder, shared by the package build and the C++ tests.
set(LOGISTELLO_CORE_SOURCES
  backgammon/position.cpp
  backgammon/td_learner.cpp
  board/perft.cpp
  board/replay.cpp
  board/stability.cpp
  board/symmetry.cpp
  eval/extract.cpp
  eval/geometry.cpp
  eval/lookahead.cpp
  eval/model.cpp
  eval/playout.cpp
  eval/rare.cpp
  eval/sparse_weights.cpp
  eval/vector_weights.cpp
  learn/configuration_dag.cpp
  learn/configuration_sum.cpp
  learn/least_squares.cpp
  learn/match_count.cpp
  learn/sparse_table.cpp
  learn/vector_fit.cpp
  memory/large_pages.cpp
  search/deepening.cpp
  search/endgame_solver.cpp
  search/passes.cpp
  search/probcut.cpp
  search/root.cpp
  search/solving.cpp
  search/split.cpp
  search/table.cpp
  search/whole_line.cpp
  search/worker.cpp
  search/worker_pruning.cpp
  selfplay/self_play.cpp
)
list(TRANSFORM LOGISTELLO_CORE_SOURCES PREPEND "${CMAKE_CURRENT_LIST_DIR}/")

# What most of them include. Read once instead of by every file, they save a third of the compiler's time.
set(LOGISTELLO_STANDARD_HEADERS <algorithm> <array> <atomic> <bit> <chrono> <cmath> <cstdint> <functional> <map> <memory>
  <mutex> <optional> <span> <stdexcept> <string> <thread> <tuple> <utility> <vector>)

# Those that use every kernel and every #if on an instruction set: they may compile at one level and not at another.
set(LOGISTELLO_LEVEL_SOURCES ${LOGISTELLO_CORE_SOURCES})
list(FILTER LOGISTELLO_LEVEL_SOURCES INCLUDE REGEX "/board/|/endgame_solver.cpp")

# For unity builds: the files of a folder as one. Most of the time of compiling them one by one goes into the same headers.
function(group_by_folder)
  foreach(source IN LISTS LOGISTELLO_CORE_SOURCES)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
endfunction()

# Instruction-set levels, slowest first, and their compiler flags. Elsewhere one portable build.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(LOGISTELLO_LEVELS v2 v3 v4)
else()
  set(LOGISTELLO_LEVELS generic)
endif()
set(LOGISTELLO_FLAGS_v2 -march=x86-64-v2)
set(LOGISTELLO_FLAGS_v3 -march=x86-64-v3)
set(LOGISTELLO_FLAGS_v4 -march=x86-64-v4)
set(LOGISTELLO_FLAGS_generic)
set(LOGISTELLO_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)

# The levels that the CPU of this machine can run, slowest first.
function(find_runnable_levels result)
  try_run(ran compiled SOURCES ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cpu_levels.cpp RUN_OUTPUT_VARIABLE levels)
  if(NOT compiled OR NOT ran EQUAL 0)
    message(FATAL_ERROR "cpu_levels.cpp, which tells what this CPU can run, could not be compiled and run")
  endif()
  list(REMOVE_ITEM levels "")
  set(${result} ${levels} PARENT_SCOPE)
endfunction()
