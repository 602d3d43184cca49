#include "http/message.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "base/ascii.h"
#include "http/gzip.h"

namespace vedette::http {
namespace {

// Requests keep their allocations between uses up to this size.
constexpr std::size_t kKeptBytes = 4096;
constexpr std::size_t kFilePiece = 64u * 1024;

void clear_string(std::string& text) {
  if (text.capacity() > kKeptBytes) {
    std::string().swap(text);
  } else {
    text.clear();
  }
}

class FileStream final : public Stream {
 public:
  FileStream(int file, std::uint64_t size) : file_(file), left_(size) {}
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;
  ~FileStream() override { ::close(file_); }

  Step next(std::string& out, const StopSignal&) override {
    const std::size_t wanted = left_ < kFilePiece ? static_cast<std::size_t>(left_) : kFilePiece;
    const std::size_t before = out.size();
    out.resize(before + wanted);
    const ssize_t got = ::read(file_, out.data() + before, wanted);
    // A file that shrank cannot keep the promised length.
    if (got < 0 || (got == 0 && wanted > 0)) return {.next = Next::kFail};
    out.resize(before + static_cast<std::size_t>(got));
    left_ -= static_cast<std::uint64_t>(got);
    return {.next = left_ == 0 ? Next::kEnd : Next::kMore};
  }

 private:
  int file_;
  std::uint64_t left_;
};

}  // namespace

std::string_view method_name(Method method) {
  switch (method) {
    case Method::kGet:
      return "GET";
    case Method::kHead:
      return "HEAD";
    case Method::kPost:
      return "POST";
    case Method::kPut:
      return "PUT";
    case Method::kPatch:
      return "PATCH";
    case Method::kDelete:
      return "DELETE";
    case Method::kOptions:
      return "OPTIONS";
    case Method::kOther:
      break;
  }
  return "OTHER";
}

Method parse_method(std::string_view token) {
  for (const Method method : {Method::kGet, Method::kPost, Method::kHead, Method::kPut,
                              Method::kPatch, Method::kDelete, Method::kOptions})
    if (token == method_name(method)) return method;
  return Method::kOther;
}

bool same_header_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (base::lower(a[i]) != base::lower(b[i])) return false;
  return true;
}

bool Request::set_target(std::string_view target) {
  target_ = target;
  path_.clear();
  query_begin_ = std::string::npos;
  std::size_t path_begin = 0;
  if (target == "*") {
    path_ = "*";
    return true;
  }
  if (!target.starts_with('/')) {
    const std::size_t scheme = target.find("://");
    if (scheme == std::string_view::npos) return false;
    const std::string_view name = target.substr(0, scheme);
    if (!same_header_name(name, "http") && !same_header_name(name, "https")) return false;
    path_begin = target.find_first_of("/?", scheme + 3);
    if (path_begin == scheme + 3) return false;  // no authority
    if (path_begin == std::string_view::npos) path_begin = target.size();
  }
  std::size_t path_end = target.find('?', path_begin);
  if (path_end != std::string_view::npos) query_begin_ = path_end + 1;
  // A fragment never belongs in a request; readers that cut it off would see another path.
  if (target.find('#') != std::string_view::npos) return false;
  path_ = target.substr(path_begin,
                        path_end == std::string_view::npos ? path_end : path_end - path_begin);
  if (path_.empty()) path_ = "/";
  return true;
}

std::string_view Request::query() const {
  if (query_begin_ == std::string::npos) return {};
  return std::string_view(target_).substr(query_begin_);
}

void Request::add_header(std::string_view name, std::string_view value) {
  value = base::trim(value, " \t");
  const auto begin = static_cast<std::uint32_t>(fields_.size());
  fields_ += name;
  fields_ += value;
  const auto name_size = static_cast<std::uint32_t>(name.size());
  index_.push_back({begin, name_size, begin + name_size, static_cast<std::uint32_t>(value.size())});
}

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const Field& field : index_)
    if (same_header_name(name_of(field), name)) return value_of(field);
  return std::nullopt;
}

std::size_t Request::header_count(std::string_view name) const {
  std::size_t count = 0;
  for (const Field& field : index_)
    if (same_header_name(name_of(field), name)) ++count;
  return count;
}

std::vector<std::string_view> Request::header_values(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const Field& field : index_)
    if (same_header_name(name_of(field), name)) values.push_back(value_of(field));
  return values;
}

std::string_view Request::parameter(std::string_view name) const {
  for (const PathParameter& parameter : parameters)
    if (parameter.name == name) return parameter.value;
  return {};
}

void Request::clear() {
  method = Method::kGet;
  clear_string(method_token);
  minor_version = 1;
  clear_string(body);
  clear_string(peer);
  is_tls = false;
  clear_string(id);
  received = {};
  parameters.clear();
  route_pattern = {};
  clear_string(target_);
  clear_string(path_);
  query_begin_ = std::string::npos;
  clear_string(routed_path_);
  clear_string(fields_);
  index_.clear();
}

Response Response::text(int status, std::string content_type, std::string body) {
  Response response(status, std::move(body));
  response.set("Content-Type", std::move(content_type));
  return response;
}

Response Response::constant_text(const Request& request, std::string content_type,
                                 std::string_view bytes, std::string_view gzipped) {
  const bool gzip =
      !gzipped.empty() && accepts_gzip(request.header("Accept-Encoding").value_or(""));
  Response response = text(200, std::move(content_type), {});
  response.constant = gzip ? gzipped : bytes;
  if (gzip) response.set("Content-Encoding", "gzip");
  response.set("Vary", "Accept-Encoding");
  return response;
}

void Response::drop_body() {
  body.clear();
  constant = {};
}

Response Response::streamed(std::string content_type, std::unique_ptr<Stream> stream) {
  Response response;
  response.stream = std::move(stream);
  response.set("Content-Type", std::move(content_type));
  return response;
}

Response Response::events(std::unique_ptr<Stream> stream) {
  Response response = streamed("text/event-stream; charset=utf-8", std::move(stream));
  response.set("X-Accel-Buffering", "no");
  response.endless = true;
  return response;
}

std::optional<Response> Response::file(const std::string& path, std::string content_type) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat info{};
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(file);
    return std::nullopt;
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  Response response = streamed(std::move(content_type), std::make_unique<FileStream>(file, size));
  response.stream_length = size;
  return response;
}

Response& Response::set(std::string_view name, std::string value) {
  for (Header& header : headers) {
    if (same_header_name(header.name, name)) {
      header.value = std::move(value);
      return *this;
    }
  }
  headers.push_back({std::string(name), std::move(value)});
  return *this;
}

bool Response::has(std::string_view name) const {
  for (const Header& header : headers)
    if (same_header_name(header.name, name)) return true;
  return false;
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 100:
      return "Continue";
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 412:
      return "Precondition Failed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    case 507:
      return "Insufficient Storage";
    default:
      return "Status";
  }
}

}  // namespace vedette::http
