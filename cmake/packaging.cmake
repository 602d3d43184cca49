# The Debian package: `script/package` runs CPack with this.
# Packing must not build the tests and benchmarks as well.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(deb ${CMAKE_SOURCE_DIR}/packaging/deb)
install(TARGETS vedette RUNTIME DESTINATION usr/bin)
install(FILES ${deb}/vedette.service DESTINATION lib/systemd/system)
install(FILES ${deb}/vedette.toml DESTINATION etc/vedette)
# Debian wants both compressed, without the time in them.
foreach(page ${deb}/vedette.1 ${CMAKE_SOURCE_DIR}/CHANGELOG.md)
  get_filename_component(name ${page} NAME)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${name}.gz COMMAND gzip -9 -n -c ${page} > ${CMAKE_BINARY_DIR}/${name}.gz
    DEPENDS ${page} VERBATIM)
endforeach()
add_custom_target(package_pages DEPENDS ${CMAKE_BINARY_DIR}/vedette.1.gz ${CMAKE_BINARY_DIR}/CHANGELOG.md.gz)
install(FILES ${CMAKE_BINARY_DIR}/vedette.1.gz DESTINATION usr/share/man/man1)
install(FILES ${CMAKE_BINARY_DIR}/CHANGELOG.md.gz DESTINATION usr/share/doc/vedette RENAME changelog.gz)
install(FILES ${deb}/copyright README.md SECURITY.md DESTINATION usr/share/doc/vedette)
file(GLOB documents CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/*.md ${CMAKE_SOURCE_DIR}/docs/openapi.json)
install(FILES ${documents} DESTINATION usr/share/doc/vedette/docs)
install(FILES ${CMAKE_SOURCE_DIR}/data/demo/vedette-demo-2026-01.jsonl ${CMAKE_SOURCE_DIR}/data/demo/vedette-demo-2026-02.jsonl
  ${CMAKE_SOURCE_DIR}/data/demo/demo-house-2026-01.jsonl ${CMAKE_SOURCE_DIR}/data/demo/demo-house-2026-02.jsonl
  DESTINATION usr/share/doc/vedette/demo)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME vedette)
set(CPACK_PACKAGE_CONTACT "The Vedette authors <vedette@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compliance screening and monitoring service")
set(CPACK_PACKAGE_DESCRIPTION "Screens people and businesses against sanctions, PEP and adverse-media lists,
watches customers for new matches, and keeps a record that an auditor can check.
One program: HTTP API, analysts' console and the operator's commands.")
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_SOURCE_DIR}/build/packages)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser, ca-certificates")
# Case files as PDF need a font for each script that names are in.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-noto-core, fonts-noto-cjk")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "postgresql")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${deb}/postinst ${deb}/prerm ${deb}/postrm ${deb}/conffiles)
include(CPack)
