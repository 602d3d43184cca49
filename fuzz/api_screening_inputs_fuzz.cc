// A screening request of any bytes: the first line is the query, the rest the body. Nothing
// crashes, and a question that is accepted is the same after it was recorded and read back.

#include <cstddef>
#include <cstdint>

#include "api/screening/batch_inputs.h"
#include "api/screening/screening_inputs.h"
#include "base/check.h"

namespace {

using namespace vedette;

void check_record(const service::SearchQuestion& question) {
  const auto again = service::question_from_json(service::to_json(question));
  VEDETTE_CHECK(again.ok());
  VEDETTE_CHECK(*again == question);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr base::Time kNow{1'770'000'000'000};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  http::Request request;
  if (!request.set_target("/screening?" + std::string(text.substr(0, line)))) return 0;
  request.body = line < text.size() ? text.substr(line + 1) : std::string_view();
  auto read = api::Inputs::read(request);
  if (auto* inputs = std::get_if<api::Inputs>(&read)) {
    const service::SearchQuestion question = api::read_question(*inputs, kNow);
    if (!inputs->has_problems()) check_record(question);
  }
  const auto batch = api::read_batch(request, kNow);
  if (const auto* asked = std::get_if<api::BatchAsked>(&batch))
    for (const service::BatchItem& item : asked->items)
      check_record(item.question);
  return 0;
}
