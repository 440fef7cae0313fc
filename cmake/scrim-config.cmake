# SPDX-License-Identifier: MIT
include(${CMAKE_CURRENT_LIST_DIR}/scrim-targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/scrim-static.cmake OPTIONAL)
