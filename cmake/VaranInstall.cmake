# cmake --install: headers, libraries, the command, and what find_package(varan) and pkg-config need to find them.
include(CMakePackageConfigHelpers)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/varan" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")
install(TARGETS varan_rules varan_bots EXPORT varan)
if(TARGET varan)
  install(TARGETS varan)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(config_directory "${CMAKE_INSTALL_LIBDIR}/cmake/varan")
install(EXPORT varan NAMESPACE varan:: FILE varanTargets.cmake DESTINATION "${config_directory}")
configure_package_config_file(cmake/varanConfig.cmake.in varanConfig.cmake INSTALL_DESTINATION "${config_directory}")
write_basic_package_version_file(varanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/varanConfig.cmake" "${PROJECT_BINARY_DIR}/varanConfigVersion.cmake"
        DESTINATION "${config_directory}")

# The .pc files find their prefix from where they lie, so an installed tree may be moved.
set(pkgconfig_directory "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH prefix_from_pkgconfig "/prefix/${pkgconfig_directory}" "/prefix")
foreach(name IN ITEMS varan varan-rules)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${pkgconfig_directory}")
endforeach()
