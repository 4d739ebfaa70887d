# What `cmake --install` puts where: the command, the rules, both libraries, the Lua module, the Python package, the
# manual page, the guides and examples.
include(CMakePackageConfigHelpers)

set(BOUTON_LUA_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/lua/5.4 CACHE STRING "Where the Lua module goes, below the prefix")
set(BOUTON_CMAKE_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/cmake/Bouton)

install(DIRECTORY rules/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bouton/rules FILES_MATCHING PATTERN "*.lua")
install(DIRECTORY bindings/lua/editor DESTINATION ${CMAKE_INSTALL_DATADIR}/bouton)
foreach(guide rule-language embed python csharp glossary)
  install(FILES docs/${guide}.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
endforeach()
install(DIRECTORY scripts/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(BOUTON_COMMAND)
  install(TARGETS bouton RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES docs/bouton.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES scripts/completion/bouton DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()

# Two sets, since who embeds the C library needs nothing of what the engine is built from.
install(TARGETS bouton_c EXPORT BoutonC LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES bindings/c/include/bouton.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# A program in C++ includes what lies in this folder, and nothing of what is behind it.
install(TARGETS bouton_cpp bouton_engine EXPORT BoutonEngine ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY bindings/cpp/include/bouton DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT BoutonC NAMESPACE Bouton:: FILE BoutonC.cmake DESTINATION ${BOUTON_CMAKE_DIRECTORY})
install(EXPORT BoutonEngine NAMESPACE Bouton:: FILE BoutonEngine.cmake DESTINATION ${BOUTON_CMAKE_DIRECTORY})
configure_package_config_file(cmake/BoutonConfig.cmake.in ${PROJECT_BINARY_DIR}/BoutonConfig.cmake
  INSTALL_DESTINATION ${BOUTON_CMAKE_DIRECTORY} PATH_VARS CMAKE_INSTALL_DATADIR)
# As the policy in docs/embed.md has it: only a major version takes away what was deprecated.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/BoutonConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/BoutonConfig.cmake ${PROJECT_BINARY_DIR}/BoutonConfigVersion.cmake
  DESTINATION ${BOUTON_CMAKE_DIRECTORY})

# For pkg-config, in two forms: where the loader looks for libraries by itself, programs are not told where libbouton.so.1 is; from
# any other prefix they would not start without. Which one it is, `cmake --install --prefix` says. The file finds its prefix from where
# it lies, so a tree can be moved.
file(RELATIVE_PATH BOUTON_PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(BOUTON_RPATH "")
configure_file(cmake/bouton.pc.in ${PROJECT_BINARY_DIR}/pkgconfig/system/bouton.pc @ONLY)
set(BOUTON_RPATH " -Wl,-rpath,\${libdir}")
configure_file(cmake/bouton.pc.in ${PROJECT_BINARY_DIR}/pkgconfig/private/bouton.pc @ONLY)
install(CODE "
  set(kind private)
  if(CMAKE_INSTALL_PREFIX MATCHES \"^/usr(/local)?/*$\")
    set(kind system)
  endif()
  file(INSTALL \"${PROJECT_BINARY_DIR}/pkgconfig/\${kind}/bouton.pc\"
    DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig\")")

install(TARGETS bouton_lua_module LIBRARY DESTINATION ${BOUTON_LUA_DIRECTORY})

# Debian's Python looks for packages in lib/python3 of /usr, but in a folder of its version's in /usr/local. Elsewhere it is told
# (PYTHONPATH). Which prefix it is, `cmake --install --prefix` says.
set(BOUTON_PYTHON_DIRECTORY lib/python3/dist-packages CACHE STRING "Where the Python package goes, below the prefix")
install(CODE "
  set(place ${BOUTON_PYTHON_DIRECTORY})
  if(CMAKE_INSTALL_PREFIX MATCHES \"^/usr/local/*$\" AND place STREQUAL lib/python3/dist-packages)
    execute_process(COMMAND /usr/bin/python3 -c \"import sys; print('python%d.%d' % sys.version_info[:2])\"
      OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(version)
      set(place lib/\${version}/dist-packages)
    endif()
  endif()
  file(INSTALL \"${PROJECT_SOURCE_DIR}/bindings/python/bouton\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${place}\"
    FILES_MATCHING PATTERN \"*.py\" PATTERN py.typed PATTERN __pycache__ EXCLUDE)")
