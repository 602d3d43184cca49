#include "app/customers/workbook_styles.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace vedette::app {
namespace {

using lists::XmlNode;

// A workbook has at most some ten thousand styles.
constexpr std::size_t kMostStyles = 100'000;

std::size_t number_of(std::string_view text) {
  std::size_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size() ? value : 0;
}

// The formats that every spreadsheet knows without their being written down.
NumberForm built_in(std::size_t id) {
  const bool is_date = (id >= 14 && id <= 17) || id == 22 || (id >= 27 && id <= 31) || id == 36 ||
                       (id >= 50 && id <= 54) || id == 57 || id == 58;
  return {.is_date = is_date};
}

// The code without quoted texts, escaped characters and what is in brackets (colours,
// languages), in lower case; of several sections the first.
std::string plain_code(std::string_view code) {
  std::string out;
  for (std::size_t i = 0; i < code.size() && code[i] != ';'; ++i) {
    const char c = code[i];
    const char closing = c == '"' ? '"' : c == '[' ? ']' : '\0';
    if (closing != '\0')
      i = std::min(code.find(closing, i + 1), code.size() - 1);
    else if (c == '\\' || c == '_' || c == '*')
      ++i;
    else
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

}  // namespace

NumberForm number_form(std::string_view code) {
  const std::string plain = plain_code(code);
  if (plain == "general") return {};
  const auto has = [&](char c) { return plain.find(c) != std::string::npos; };
  if (!plain.empty() && plain.find_first_not_of('0') == std::string::npos)
    return {.digits = plain.size()};
  // m may be a month or a minute.
  return {.is_date = has('y') || has('d') || (has('m') && !has('h') && !has('s'))};
}

base::Result<WorkbookStyles> WorkbookStyles::read(lists::ByteSource& source) {
  WorkbookStyles styles;
  std::map<std::size_t, NumberForm> own;
  lists::XmlHandlers handlers;
  handlers.records = {"numFmts", "cellXfs"};
  handlers.on_root = [](XmlNode) { return true; };
  handlers.on_record = [&](XmlNode record, std::uint64_t) {
    record.each("numFmt", [&](XmlNode each) {
      own[number_of(each.attribute("numFmtId"))] = number_form(each.attribute("formatCode"));
    });
    record.each("xf", [&](XmlNode each) {
      const std::size_t id = number_of(each.attribute("numFmtId"));
      const auto found = own.find(id);
      if (styles.forms_.size() < kMostStyles)
        styles.forms_.push_back(found == own.end() ? built_in(id) : found->second);
    });
    return true;
  };
  VEDETTE_TRY(lists::read_xml(source, handlers));
  return styles;
}

NumberForm WorkbookStyles::of(std::string_view style_index) const {
  const std::size_t index = style_index.empty() ? 0 : number_of(style_index);
  return index < forms_.size() ? forms_[index] : NumberForm();
}

}  // namespace vedette::app
