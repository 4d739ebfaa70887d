# Before anything is installed: is all of it built? scripts/bouton builds the command alone, and what is missing would be found out
# when half of the rest lies in its place.
set(BOUTON_INSTALLED_TARGETS bouton_c bouton_cpp bouton_engine bouton_lua_module)
if(BOUTON_COMMAND)
  list(APPEND BOUTON_INSTALLED_TARGETS bouton)
endif()
list(TRANSFORM BOUTON_INSTALLED_TARGETS REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
install(CODE "
  set(missing \"\")
  foreach(file IN ITEMS ${files})
    if(NOT EXISTS \"\${file}\")
      cmake_path(GET file FILENAME name)
      list(APPEND missing \${name})
    endif()
  endforeach()
  if(missing)
    list(JOIN missing \", \" missing)
    message(FATAL_ERROR \"Nothing was installed, for this is not built yet: \${missing}. First comes: cmake --build ${PROJECT_BINARY_DIR}\")
  endif()")
