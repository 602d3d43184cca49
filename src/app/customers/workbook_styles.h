#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/input/input.h"
#include "lists/input/xml.h"

namespace vedette::app {

// How a number of a sheet is meant to be read.
struct NumberForm {
  bool is_date = false;
  std::size_t digits = 0;  // at least so many, with zeros before: the format 00000
};

// Whether a format code shows a date: "dd/mm/yyyy", but not "h:mm" or "0.00".
NumberForm number_form(std::string_view code);

// The number formats of a workbook, by the index that cells give.
class WorkbookStyles {
 public:
  static base::Result<WorkbookStyles> read(lists::ByteSource& source);
  NumberForm of(std::string_view style_index) const;

 private:
  std::vector<NumberForm> forms_;
};

}  // namespace vedette::app
