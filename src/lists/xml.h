#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/input.h"

namespace vedette::lists {

class XmlTree;

// One element of a tree, as cheap to copy as a number. A missing element (child of a name that is
// not there) is false, has no text, no attributes and no children, so paths need no checks.
class XmlNode {
 public:
  XmlNode() = default;
  XmlNode(const XmlTree* tree, std::uint32_t index) : tree_(tree), index_(index) {}

  explicit operator bool() const { return tree_ != nullptr; }
  std::string_view name() const;  // without a namespace prefix
  std::string_view text() const;  // trimmed; of the element itself, not of its children
  std::string_view attribute(std::string_view name) const;
  XmlNode child(std::string_view name) const;  // the first of that name
  std::string_view text(std::string_view child_name) const { return child(child_name).text(); }
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

  const XmlTree* tree_ = nullptr;
  std::uint32_t index_ = 0;
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
  // The root element, its attributes only, before any record. False: this is another format.
  std::function<bool(XmlNode)> on_root;
  // One record and the line it starts at. False stops reading.
  std::function<bool(XmlNode, std::uint64_t line)> on_record;
};

// Streams an XML document: memory is that of the largest record. Fails as a whole, saying where,
// when the document is not well-formed, truncated, declares entities, nests too deep, or has a
// record that is too large.
base::Result<void> read_xml(ByteSource& source, const XmlHandlers& handlers);

}  // namespace vedette::lists
