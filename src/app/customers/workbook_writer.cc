#include "app/customers/workbook_writer.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/encoding.h"

namespace vedette::app {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::size_t kBlock = 64U << 10;
constexpr std::size_t kLongestText = 32'767;  // characters of a cell; bytes are on the safe side
constexpr std::size_t kMostDigits = 15;       // which a spreadsheet keeps of a number
constexpr std::string_view kXml = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)";
constexpr std::string_view kTypes =
    R"(<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>)";
constexpr std::string_view kRelations =
    R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>)";
constexpr std::string_view kBook =
    R"(<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Vedette" sheetId="1" r:id="rId1"/></sheets></workbook>)";
constexpr std::string_view kBookRelations =
    R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>)";
// Two looks of a cell: plain, and bold for the heading.
constexpr std::string_view kStyles =
    R"(<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>)";
// The heading stays in sight.
constexpr std::string_view kSheetBegin =
    R"(<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>)";
constexpr std::string_view kSheetEnd = "</sheetData></worksheet>";

// What XML cannot hold is left out; a text that is no UTF-8 has none of it.
void append_escaped(std::string& out, std::string_view text) {
  if (!base::is_utf8(text)) return;
  if (text.size() > kLongestText) {
    text = text.substr(0, kLongestText);
    while (!base::is_utf8(text))
      text.remove_suffix(1);
  }
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      out += c;
  }
}

// Digits that a spreadsheet keeps as they are: not 007, and not an account number of twenty digits.
bool is_plain_number(std::string_view text) {
  return !text.empty() && text.size() <= kMostDigits &&
         text.find_first_not_of("0123456789") == std::string_view::npos &&
         (text.size() == 1 || text.front() != '0');
}

struct ArchiveWriterCloser {
  void operator()(archive* a) const { archive_write_free(a); }
};
using ArchiveWriter = std::unique_ptr<archive, ArchiveWriterCloser>;
struct EntryCloser {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

Error cannot_pack(archive* a, const std::string& path) {
  const char* why = archive_error_string(a);
  return {Cause::kUnavailable, fmt::format("cannot write {}: {}", path, why ? why : "no reason")};
}

Result<void> begin_part(archive* a, const std::string& path, const char* name, std::int64_t size) {
  const std::unique_ptr<archive_entry, EntryCloser> entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), name);
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_size(entry.get(), size);
  if (archive_write_header(a, entry.get()) != ARCHIVE_OK) return cannot_pack(a, path);
  return {};
}

Result<void> add_part(archive* a, const std::string& path, const char* name,
                      std::string_view content) {
  const std::string text = fmt::format("{}{}", kXml, content);
  VEDETTE_TRY(begin_part(a, path, name, static_cast<std::int64_t>(text.size())));
  if (archive_write_data(a, text.data(), text.size()) < 0) return cannot_pack(a, path);
  return {};
}

}  // namespace

Result<WorkbookWriter> WorkbookWriter::create(const std::vector<std::string>& heading,
                                              std::vector<std::size_t> numbers) {
  lists::File sheet = lists::temporary_file();
  if (!sheet) return Error(Cause::kUnavailable, "no temporary file can be made");
  WorkbookWriter writer(std::move(sheet), std::move(numbers));
  VEDETTE_TRY(writer.write(fmt::format("{}{}", kXml, kSheetBegin)));
  VEDETTE_TRY(writer.add_row(heading, true));
  return writer;
}

Result<void> WorkbookWriter::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), sheet_.get()) != text.size())
    return Error(Cause::kStorageFull, "no space for the rows of the workbook");
  return {};
}

Result<void> WorkbookWriter::add(const std::vector<std::string>& cells) {
  return add_row(cells, false);
}

Result<void> WorkbookWriter::add_row(const std::vector<std::string>& cells, bool heading) {
  if (rows_ == kMostRows)
    return Error(
        Cause::kTooLarge,
        fmt::format("there are more rows than a sheet holds ({}); --format csv has no such "
                    "limit",
                    kMostRows));
  std::string out = fmt::format("<row r=\"{}\">", ++rows_);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool number =
        !heading && std::ranges::find(numbers_, i) != numbers_.end() && is_plain_number(cells[i]);
    if (number) {
      out += fmt::format("<c><v>{}</v></c>", cells[i]);
    } else {
      out += heading ? R"(<c t="inlineStr" s="1"><is><t xml:space="preserve">)"
                     : R"(<c t="inlineStr"><is><t xml:space="preserve">)";
      append_escaped(out, cells[i]);
      out += "</t></is></c>";
    }
  }
  out += "</row>";
  return write(out);
}

Result<void> WorkbookWriter::finish(const std::string& path) {
  VEDETTE_TRY(write(kSheetEnd));
  if (std::fflush(sheet_.get()) != 0)
    return Error(Cause::kStorageFull, "no space for the rows of the workbook");
  const long size = std::ftell(sheet_.get());
  std::rewind(sheet_.get());
  const ArchiveWriter packed(archive_write_new());
  archive* a = packed.get();
  if (archive_write_set_format_zip(a) != ARCHIVE_OK ||
      archive_write_open_filename(a, path.c_str()) != ARCHIVE_OK)
    return cannot_pack(a, path);
  VEDETTE_TRY(add_part(a, path, "[Content_Types].xml", kTypes));
  VEDETTE_TRY(add_part(a, path, "_rels/.rels", kRelations));
  VEDETTE_TRY(add_part(a, path, "xl/workbook.xml", kBook));
  VEDETTE_TRY(add_part(a, path, "xl/_rels/workbook.xml.rels", kBookRelations));
  VEDETTE_TRY(add_part(a, path, "xl/styles.xml", kStyles));
  VEDETTE_TRY(begin_part(a, path, "xl/worksheets/sheet1.xml", size));
  std::vector<char> block(kBlock);
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), sheet_.get()))
    if (archive_write_data(a, block.data(), count) < 0) return cannot_pack(a, path);
  if (archive_write_close(a) != ARCHIVE_OK) return cannot_pack(a, path);
  return {};
}

}  // namespace vedette::app
