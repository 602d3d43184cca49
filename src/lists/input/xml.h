#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/input/input.h"

namespace vedette::lists {

class XmlTree;

// One element of a tree, as cheap to copy as a number. A missing element (child of a name that is
// not there) is false, has no text, no attributes and no children, so paths need no checks. The
// tree remembers which texts and attributes were asked for.
class XmlNode {
 public:
  XmlNode() = default;
  XmlNode(const XmlTree* tree, std::uint32_t index) : tree_(tree), index_(index) {}

  explicit operator bool() const { return tree_ != nullptr; }
  std::string_view name() const;        // without a namespace prefix
  std::string_view text() const;        // trimmed; of the element itself, not of its children
  std::string_view whole_text() const;  // with the blanks around it
  std::string_view attribute(std::string_view name) const;
  XmlNode child(std::string_view name) const;  // the first of that name
  std::string_view text(std::string_view child_name) const { return child(child_name).text(); }
  // Says of the element and all that is in it that its reader knows what it says; of an attribute,
  // asking for it does.
  void leave_out() const;
  XmlNode first_child() const;
  XmlNode next() const;  // the next sibling

  // Every child, or every child of that name.
  template <class Visit>
  void each(Visit visit) const {
    for (XmlNode node = first_child(); node; node = node.next())
      visit(node);
  }
  template <class Visit>
  void each(std::string_view wanted, Visit visit) const {
    for (XmlNode node = first_child(); node; node = node.next())
      if (node.name() == wanted) visit(node);
  }

 private:
  friend void append_packed(XmlNode record, std::string& out);
  friend class UnreadXml;

  const XmlTree* tree_ = nullptr;
  std::uint32_t index_ = 0;
};

// What of a record nobody asked for, to be looked at when its reader is done with it.
class UnreadXml {
 public:
  // `left_out` are elements, with all that is in them, and attributes that are known and say
  // nothing of a party.
  explicit UnreadXml(std::initializer_list<std::string_view> left_out) : left_out_(left_out) {}

  // Each text and attribute that says something ("false" does not), with its path below the record:
  // "akaList/aka/x".
  using Visit = std::function<void(std::string_view path, std::string_view text)>;
  void for_each(XmlNode record, const Visit& visit);

 private:
  bool is_left_out(std::string_view name) const;
  void look_into(const XmlTree& tree, std::uint32_t index, const Visit& visit);

  std::vector<std::string_view> left_out_;
  std::string path_;
};

// A record as bytes, to be looked at again when its document was read.
void append_packed(XmlNode record, std::string& out);

// Looks at records that append_packed wrote, one at a time.
class PackedXml {
 public:
  PackedXml();
  ~PackedXml();
  // Valid until the next call.
  XmlNode open(std::string_view packed);

 private:
  std::unique_ptr<XmlTree> tree_;
};

struct XmlHandlers {
  // The elements handed over as whole trees, one after the other; the outermost one counts.
  std::vector<std::string_view> records;
  // The elements that hold records, and those that are known and hold nothing of a party.
  std::vector<std::string_view> around;
  std::vector<std::string_view> left_out;
  // The root element, its attributes only, before any record. False: this is another format.
  std::function<bool(XmlNode)> on_root;
  // One record and the line it starts at. False stops reading.
  std::function<bool(XmlNode, std::uint64_t line)> on_record;
  // An element that is neither of these, but stands where records do; not for those within it.
  std::function<void(std::string_view name, std::uint64_t line)> on_stray = {};
};

// Streams an XML document: memory is that of the largest record. Fails as a whole, saying where,
// when the document is not well-formed, truncated, declares entities, nests too deep, or has a
// record that is too large.
base::Result<void> read_xml(ByteSource& source, const XmlHandlers& handlers);

}  // namespace vedette::lists
