#pragma once

#include <span>
#include <string>

#include "ledger/sql/value.h"

namespace vedette::ledger::sql {

// The binary format of PostgreSQL's COPY: header, rows, trailer.
void append_copy_header(std::string& out);
void append_copy_row(std::string& out, std::span<const Value> cells);
void append_copy_trailer(std::string& out);

// Reads a cell that PostgreSQL sent in binary, by its type number; false for a type that no
// column of ours has.
bool read_binary_cell(unsigned type, std::string_view bytes, Value& out);

}  // namespace vedette::ledger::sql
