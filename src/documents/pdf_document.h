#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace vedette::documents {

// What one document may be at most. Beyond it, finish() fails with kTooLarge.
struct PdfLimits {
  std::size_t pages = 300;
  std::size_t bytes = std::size_t{32} * 1024 * 1024;
  std::size_t text_bytes = std::size_t{4} * 1024 * 1024;  // of all texts together
  std::size_t cell_bytes = 12'000;                        // of one text; what is longer is cut
  int seconds = 20;
};

// A PDF on A4, written from top to bottom: names in every script that the machine has fonts for.
// Texts may hold anything: they are never read as markup, and what would change the direction of
// what follows is left out. Documents are drawn one at a time; of one document only one thread at a
// time may use the methods.
class PdfDocument {
 public:
  // `footer` stands at the foot of each page, with its number.
  PdfDocument(const std::string& title, std::string footer, PdfLimits limits = {});
  ~PdfDocument();
  PdfDocument(const PdfDocument&) = delete;
  PdfDocument& operator=(const PdfDocument&) = delete;

  void title(const std::string& text);
  void heading(const std::string& text);
  void paragraph(const std::string& text);
  // Rows of "what: which"; those without a value are left out.
  void facts(const std::vector<std::pair<std::string, std::string>>& rows);
  // `shares`: the widths of the columns, in proportion. Each row has as many cells.
  struct Table {
    std::vector<int> shares = {};
    std::vector<std::string> header = {};
    std::vector<std::vector<std::string>> rows = {};
  };
  void table(const Table& table);

  // The bytes of the file. Nothing can be added afterwards.
  base::Result<std::string> finish();

 private:
  class Drawing;
  std::unique_ptr<Drawing> drawing_;
};

}  // namespace vedette::documents
