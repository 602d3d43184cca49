#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <utility>
#include <vector>

namespace vedette::app {

// A zip of these files, for tests.
inline std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files) {
  std::size_t room = 1U << 16;
  for (const auto& [name, content] : files)
    room += content.size() + name.size() + 1024;
  std::string out(room, '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  archive_write_set_format_zip(a);
  archive_write_open_memory(a, out.data(), out.size(), &used);
  for (const auto& [name, content] : files) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_write_header(a, entry);
    archive_write_data(a, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(a);
  archive_write_free(a);
  out.resize(used);
  return out;
}

// The parts of a workbook whose sheets have this content between <sheetData> and its end.
struct WorkbookParts {
  std::vector<std::pair<std::string, std::string>> sheets;  // name and rows
  std::string texts = {};                                   // of sharedStrings: <si>...</si>
  std::string styles = {};                                  // within styleSheet
  std::string properties = {};                              // <workbookPr date1904="1"/>
};

inline std::string workbook_of(const WorkbookParts& parts) {
  std::string sheets;
  std::string relations;
  std::vector<std::pair<std::string, std::string>> files;
  for (std::size_t i = 0; i < parts.sheets.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    sheets += "<sheet name=\"" + parts.sheets[i].first + "\" sheetId=\"" + number +
              "\" r:id=\"rId" + number + "\"/>";
    relations += "<Relationship Id=\"rId" + number +
                 "\" Type=\"http://x/worksheet\" Target=\"worksheets/s" + number + ".xml\"/>";
    files.emplace_back(
        "xl/worksheets/s" + number + ".xml",
        "<worksheet><sheetData>" + parts.sheets[i].second + "</sheetData></worksheet>");
  }
  files.emplace_back("xl/workbook.xml", "<workbook xmlns:r=\"r\">" + parts.properties + "<sheets>" +
                                            sheets + "</sheets></workbook>");
  files.emplace_back("xl/_rels/workbook.xml.rels",
                     "<Relationships>" + relations +
                         "<Relationship Id=\"t\" Type=\"http://x/sharedStrings\" "
                         "Target=\"sharedStrings.xml\"/><Relationship Id=\"s\" "
                         "Type=\"http://x/styles\" Target=\"styles.xml\"/></Relationships>");
  files.emplace_back("xl/sharedStrings.xml", "<sst>" + parts.texts + "</sst>");
  files.emplace_back("xl/styles.xml", "<styleSheet>" + parts.styles + "</styleSheet>");
  return zip_of(files);
}

}  // namespace vedette::app
