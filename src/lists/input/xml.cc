#include "lists/input/xml.h"

#include <expat.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>

#include "base/ascii.h"

namespace vedette::lists {
namespace {

constexpr std::size_t kBlock = 256U << 10;
constexpr std::uint32_t kDeepest = 64;
constexpr std::size_t kLargestRecord = 64U << 20;
constexpr std::uint32_t kNone = 0xFFFFFFFF;

using base::trim;

std::string_view without_prefix(std::string_view name) {
  const auto colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// A flag that is not set is not worth a note.
bool says_nothing(std::string_view text) {
  const std::string_view trimmed = trim(text);
  return trimmed.empty() || trimmed == "false";
}

}  // namespace

// The elements of one record in the order they opened; all their text in one string.
class XmlTree {
 public:
  struct Span {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  struct Attribute {
    Span name;
    Span value;
    mutable std::uint32_t is_read = 0;
  };
  struct Element {
    Span name;
    Span text;
    std::uint32_t first_attribute = 0;
    std::uint32_t attribute_count = 0;
    std::uint32_t first_child = kNone;
    std::uint32_t last_child = kNone;
    std::uint32_t next = kNone;
    std::uint32_t parent = kNone;
    mutable std::uint32_t is_read = 0;  // its text
  };

  void clear() {
    elements_.clear();
    attributes_.clear();
    text_.clear();
    open_ = kNone;
  }
  bool too_large() const {
    return text_.size() > kLargestRecord || elements_.size() > kLargestRecord;
  }
  bool closed() const { return open_ == kNone; }
  XmlNode root() const { return {this, 0}; }

  void open(std::string_view name, const XML_Char** attributes) {
    const auto index = static_cast<std::uint32_t>(elements_.size());
    if (open_ != kNone) {
      Element& parent = elements_[open_];
      // Blanks before the first child are layout.
      if (parent.first_child == kNone && trim(view(parent.text)).empty()) parent.text.size = 0;
      if (parent.first_child == kNone)
        parent.first_child = index;
      else
        elements_[parent.last_child].next = index;
      parent.last_child = index;
    }
    Element element;
    element.name = store(without_prefix(name));
    element.first_attribute = static_cast<std::uint32_t>(attributes_.size());
    for (; *attributes; attributes += 2, ++element.attribute_count)
      attributes_.push_back({store(without_prefix(attributes[0])), store(attributes[1]), 0});
    element.text.begin = static_cast<std::uint32_t>(text_.size());
    element.parent = open_;
    elements_.push_back(element);
    open_ = index;
  }

  void append_to(std::string& out) const {
    append_items(elements_, out);
    append_items(attributes_, out);
    append_items(text_, out);
  }
  void read(std::string_view packed) {
    read_items(elements_, packed);
    read_items(attributes_, packed);
    read_items(text_, packed);
    open_ = kNone;
    for (const Element& each : elements_)
      each.is_read = 0;
    for (const Attribute& each : attributes_)
      each.is_read = 0;
  }

  void append(std::string_view characters) {
    Span& text = elements_[open_].text;
    if (text.begin + text.size != text_.size()) {
      // Children stand between: only text that is more than layout is worth moving.
      if (trim(characters).empty()) return;
      const std::string before(view(text));
      text.begin = static_cast<std::uint32_t>(text_.size());
      text_ += before;
      if (!before.empty()) text_ += ' ';
    }
    text_ += characters;
    text.size = static_cast<std::uint32_t>(text_.size() - text.begin);
  }

  void close() { open_ = elements_[open_].parent; }

  std::string_view view(Span span) const {
    return std::string_view(text_).substr(span.begin, span.size);
  }
  const Element& at(std::uint32_t index) const { return elements_[index]; }
  std::string_view attribute(const Element& element, std::string_view name) const {
    for (const Attribute& each : attributes(element)) {
      if (view(each.name) != name) continue;
      each.is_read = 1;
      return view(each.value);
    }
    return {};
  }
  std::span<const Attribute> attributes(const Element& element) const {
    return std::span(attributes_).subspan(element.first_attribute, element.attribute_count);
  }

 private:
  // The number of the items and their bytes.
  template <class Items>
  static void append_items(const Items& items, std::string& out) {
    const std::uint64_t count = items.size();
    char bytes[sizeof count];
    std::memcpy(bytes, &count, sizeof count);
    out.append(bytes, sizeof count);
    out.append(reinterpret_cast<const char*>(items.data()), count * sizeof *items.data());
  }
  template <class Items>
  static void read_items(Items& items, std::string_view& packed) {
    std::uint64_t count = 0;
    std::memcpy(&count, packed.data(), sizeof count);
    items.resize(count);
    const std::size_t bytes = count * sizeof *items.data();
    if (bytes > 0)
      std::memcpy(static_cast<void*>(items.data()), packed.data() + sizeof count, bytes);
    packed.remove_prefix(sizeof count + bytes);
  }

  Span store(std::string_view text) {
    const Span span{static_cast<std::uint32_t>(text_.size()),
                    static_cast<std::uint32_t>(text.size())};
    text_ += text;
    return span;
  }

  std::vector<Element> elements_;
  std::vector<Attribute> attributes_;
  std::string text_;
  std::uint32_t open_ = kNone;
};

std::string_view XmlNode::name() const {
  return tree_ ? tree_->view(tree_->at(index_).name) : std::string_view();
}
std::string_view XmlNode::text() const {
  return trim(whole_text());
}
std::string_view XmlNode::whole_text() const {
  if (!tree_) return {};
  const XmlTree::Element& element = tree_->at(index_);
  element.is_read = 1;
  return tree_->view(element.text);
}
std::string_view XmlNode::attribute(std::string_view name) const {
  return tree_ ? trim(tree_->attribute(tree_->at(index_), name)) : std::string_view();
}
XmlNode XmlNode::first_child() const {
  if (!tree_ || tree_->at(index_).first_child == kNone) return {};
  return {tree_, tree_->at(index_).first_child};
}
XmlNode XmlNode::next() const {
  if (!tree_ || tree_->at(index_).next == kNone) return {};
  return {tree_, tree_->at(index_).next};
}
XmlNode XmlNode::child(std::string_view name) const {
  for (XmlNode node = first_child(); node; node = node.next())
    if (node.name() == name) return node;
  return {};
}

void XmlNode::leave_out() const {
  if (!tree_) return;
  text();
  for (const XmlTree::Attribute& each : tree_->attributes(tree_->at(index_)))
    each.is_read = 1;
  each([](XmlNode child) { child.leave_out(); });
}

bool UnreadXml::is_left_out(std::string_view name) const {
  return std::ranges::find(left_out_, name) != left_out_.end();
}

void UnreadXml::for_each(XmlNode record, const Visit& visit) {
  path_.clear();
  look_into(*record.tree_, record.index_, visit);
}

void UnreadXml::look_into(const XmlTree& tree, std::uint32_t index, const Visit& visit) {
  const XmlTree::Element& element = tree.at(index);
  const std::size_t above = path_.size();
  for (const XmlTree::Attribute& each : tree.attributes(element)) {
    if (each.is_read != 0 || says_nothing(tree.view(each.value))) continue;
    const std::string_view name = tree.view(each.name);
    if (is_left_out(name)) continue;
    path_.append(above == 0 ? "" : "/").append(name);
    visit(path_, trim(tree.view(each.value)));
    path_.resize(above);
  }
  if (element.is_read == 0 && !says_nothing(tree.view(element.text)))
    visit(above == 0 ? tree.view(element.name) : path_, trim(tree.view(element.text)));
  for (std::uint32_t child = element.first_child; child != kNone; child = tree.at(child).next) {
    const std::string_view name = tree.view(tree.at(child).name);
    if (is_left_out(name)) continue;
    path_.append(above == 0 ? "" : "/").append(name);
    look_into(tree, child, visit);
    path_.resize(above);
  }
}

void append_packed(XmlNode record, std::string& out) {
  record.tree_->append_to(out);
}

PackedXml::PackedXml() : tree_(std::make_unique<XmlTree>()) {}
PackedXml::~PackedXml() = default;

XmlNode PackedXml::open(std::string_view packed) {
  tree_->read(packed);
  return tree_->root();
}

namespace {

// What the parser's callbacks work on. A callback that cannot go on stops the parser and says why.
struct Reading {
  XML_Parser parser = nullptr;
  const XmlHandlers* handlers = nullptr;
  XmlTree tree;
  std::uint32_t depth = 0;
  bool in_record = false;
  std::uint32_t stray_depth = 0;  // of the stray element that is open, or 0
  std::uint64_t record_line = 0;
  std::string fault;
  bool ended_early = false;

  void stop(std::string why) {
    if (fault.empty()) fault = std::move(why);
    XML_StopParser(parser, XML_FALSE);
  }
};

Reading& reading(void* user) {
  return *static_cast<Reading*>(user);
}

bool is_one_of(const std::vector<std::string_view>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// An element outside of records.
void look_at_stray(Reading& r, std::string_view name) {
  if (!r.handlers->on_stray || r.stray_depth != 0 || is_one_of(r.handlers->around, name)) return;
  r.stray_depth = r.depth;
  if (!is_one_of(r.handlers->left_out, name))
    r.handlers->on_stray(name, XML_GetCurrentLineNumber(r.parser));
}

void on_start(void* user, const XML_Char* name, const XML_Char** attributes) {
  Reading& r = reading(user);
  if (r.depth == 0) {
    r.tree.clear();
    r.tree.open(name, attributes);
    if (!r.handlers->on_root(r.tree.root())) r.stop("the root element is that of another format");
    r.tree.clear();
  }
  if (++r.depth > kDeepest) return r.stop("elements are nested too deep");
  if (!r.in_record) {
    if (r.depth == 1) return;
    if (!is_one_of(r.handlers->records, without_prefix(name)))
      return look_at_stray(r, without_prefix(name));
    r.in_record = true;
    r.record_line = XML_GetCurrentLineNumber(r.parser);
    r.tree.clear();
  }
  r.tree.open(name, attributes);
  if (r.tree.too_large()) r.stop("a record is too large");
}

void on_end(void* user, const XML_Char*) {
  Reading& r = reading(user);
  if (r.stray_depth == r.depth) r.stray_depth = 0;
  --r.depth;
  if (!r.in_record) return;
  r.tree.close();
  if (!r.tree.closed()) return;
  r.in_record = false;
  if (!r.handlers->on_record(r.tree.root(), r.record_line)) {
    r.ended_early = true;
    XML_StopParser(r.parser, XML_FALSE);
  }
}

void on_text(void* user, const XML_Char* text, int size) {
  Reading& r = reading(user);
  if (!r.in_record) return;
  r.tree.append({text, static_cast<std::size_t>(size)});
  if (r.tree.too_large()) r.stop("a record is too large");
}

void on_entity(void* user, const XML_Char*, int, const XML_Char*, int, const XML_Char*,
               const XML_Char*, const XML_Char*, const XML_Char*) {
  reading(user).stop("the document declares entities, which no published list does");
}

// windows-1252 is the one further encoding that lists are published in.
int on_unknown_encoding(void*, const XML_Char* name, XML_Encoding* info) {
  if (std::string_view(name) != "windows-1252" && std::string_view(name) != "Windows-1252" &&
      std::string_view(name) != "WINDOWS-1252")
    return XML_STATUS_ERROR;
  constexpr std::array<int, 32> kHigh = {
      0x20AC, -1,     0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, -1,     0x017D, -1,     -1,     0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, -1,     0x017E, 0x0178};
  for (int i = 0; i < 256; ++i)
    info->map[i] = i >= 0x80 && i < 0xA0 ? kHigh[static_cast<std::size_t>(i - 0x80)] : i;
  info->data = nullptr;
  info->convert = nullptr;
  info->release = nullptr;
  return XML_STATUS_OK;
}

struct ParserCloser {
  void operator()(XML_ParserStruct* parser) const { XML_ParserFree(parser); }
};

base::Error not_xml(const Reading& r, XML_Parser parser) {
  const auto line = XML_GetCurrentLineNumber(parser);
  if (!r.fault.empty())
    return base::Error(base::Cause::kInvalidInput, fmt::format("{} (line {})", r.fault, line));
  return base::Error(base::Cause::kInvalidInput,
                     fmt::format("not well-formed XML: {} (line {})",
                                 XML_ErrorString(XML_GetErrorCode(parser)), line));
}

}  // namespace

base::Result<void> read_xml(ByteSource& source, const XmlHandlers& handlers) {
  const std::unique_ptr<XML_ParserStruct, ParserCloser> parser(XML_ParserCreate(nullptr));
  Reading r;
  r.parser = parser.get();
  r.handlers = &handlers;
  XML_SetUserData(parser.get(), &r);
  XML_SetElementHandler(parser.get(), on_start, on_end);
  XML_SetCharacterDataHandler(parser.get(), on_text);
  XML_SetEntityDeclHandler(parser.get(), on_entity);
  XML_SetUnknownEncodingHandler(parser.get(), on_unknown_encoding, nullptr);
  for (;;) {
    void* buffer = XML_GetBuffer(parser.get(), static_cast<int>(kBlock));
    if (!buffer) return base::Error(base::Cause::kTooLarge, "an XML token is too large");
    VEDETTE_ASSIGN(const std::size_t count, source.read(static_cast<char*>(buffer), kBlock));
    const auto status = XML_ParseBuffer(parser.get(), static_cast<int>(count), count == 0);
    if (r.ended_early) return {};
    if (status != XML_STATUS_OK) return not_xml(r, parser.get());
    if (count == 0) return {};
  }
}

}  // namespace vedette::lists
