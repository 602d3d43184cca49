#pragma once

#include <optional>
#include <string>

#include "validation/earlier.h"
#include "validation/result.h"

namespace vedette::validation {

// The parts of the report in their order, as HTML.
std::string control_part(const Result& result);
std::string treated_part(const Result& result);
std::string stability_part(const Result& result);
std::string ordinary_part(const Result& result);
std::string sweep_part(const Result& result);
std::string difference_part(const Result& result, const std::optional<Earlier>& earlier);
std::string examples_part(const Result& result);

std::string percent(std::uint64_t part, std::uint64_t whole);  // "97.35 %"
std::string count(std::uint64_t number);                       // "1,234,567"
std::uint64_t queries_of(const Result& result);

}  // namespace vedette::validation
