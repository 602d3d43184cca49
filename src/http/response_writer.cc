#include "http/response_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "http/gzip.h"

namespace vedette::http {
namespace {

bool is_compressible(std::string_view content_type) {
  return content_type.starts_with("application/json") || content_type.starts_with("text/") ||
         content_type.starts_with("application/javascript") ||
         content_type.starts_with("application/x-ndjson") ||
         content_type.starts_with("application/xml") ||
         content_type.starts_with("application/openmetrics-text") ||
         content_type.starts_with("image/svg+xml");
}

bool allows_body(int status) {
  return status >= 200 && status != 204 && status != 304;
}

bool is_text(char c) {
  return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
}

void append_number(std::string& out, std::uint64_t number) {
  const fmt::format_int text(number);
  out.append(text.data(), text.size());
}

// A line break in a value would let it forge headers; control characters have no place there.
void append_header(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += ": ";
  if (std::all_of(value.begin(), value.end(), is_text)) {
    out += value;
  } else {
    std::copy_if(value.begin(), value.end(), std::back_inserter(out), is_text);
  }
  out += "\r\n";
}

// What the handler said about the headers that have defaults.
struct Known {
  std::string_view content_type = "application/json; charset=utf-8";
  bool has_type = false;
  bool has_cache = false;
  bool has_sniff = false;
  bool has_encoding = false;
  bool has_vary = false;
};

Known look(const Response& response) {
  Known known;
  for (const Header& header : response.headers) {
    if (same_header_name(header.name, "Content-Type")) {
      known.has_type = true;
      known.content_type = header.value;
    } else if (same_header_name(header.name, "Cache-Control")) {
      known.has_cache = true;
    } else if (same_header_name(header.name, "X-Content-Type-Options")) {
      known.has_sniff = true;
    } else if (same_header_name(header.name, "Content-Encoding")) {
      known.has_encoding = true;
    } else if (same_header_name(header.name, "Vary")) {
      known.has_vary = true;
    }
  }
  return known;
}

// These belong to the server alone.
bool is_reserved(std::string_view name) {
  return same_header_name(name, "Content-Length") || same_header_name(name, "Transfer-Encoding") ||
         same_header_name(name, "Connection") || same_header_name(name, "Date") ||
         same_header_name(name, "X-Request-Id");
}

Framing framing_of(const Request& request, const Response& response) {
  if (!allows_body(response.status)) return Framing::kNone;
  if (!response.stream || response.stream_length) return Framing::kLength;
  return request.minor_version == 0 ? Framing::kUntilClose : Framing::kChunked;
}

}  // namespace

void ResponseWriter::refresh_date() {
  const base::Time now = clock_.now();
  if (now.unix_seconds() == second_) return;
  second_ = now.unix_seconds();
  date_ = base::http_date(now);
}

Framing ResponseWriter::write_head(const Request& request, Response& response, bool& keep_alive,
                                   std::string& out) {
  refresh_date();
  const Known known = look(response);
  const Framing framing = framing_of(request, response);
  const bool might_compress = framing == Framing::kLength && !response.stream &&
                              !known.has_encoding && response.bytes().size() > gzip_above_bytes_ &&
                              is_compressible(known.content_type);
  // An endless stream is read as it comes, by clients that seldom decompress.
  const bool might_compress_stream = response.stream && !response.stream_length &&
                                     !response.endless && !known.has_encoding &&
                                     is_compressible(known.content_type);
  bool compressed = false;
  if (might_compress_stream && accepts_gzip(request.header("Accept-Encoding").value_or("")))
    compressed = compress(response.stream);
  if (might_compress && accepts_gzip(request.header("Accept-Encoding").value_or(""))) {
    if (auto smaller = gzip(response.bytes())) {
      response.drop_body();
      response.body = std::move(*smaller);
      compressed = true;
    }
  }
  if (framing == Framing::kUntilClose || response.close) keep_alive = false;

  out += "HTTP/1.1 ";
  append_number(out, static_cast<std::uint64_t>(response.status));
  out += ' ';
  out += reason_phrase(response.status);
  out += "\r\nDate: ";
  out += date_;
  out += "\r\n";
  if (framing == Framing::kLength) {
    out += "Content-Length: ";
    append_number(out, response.stream ? *response.stream_length : response.bytes().size());
    out += "\r\n";
  }
  if (framing == Framing::kChunked) out += "Transfer-Encoding: chunked\r\n";
  if (framing != Framing::kNone && !known.has_type) {
    out += "Content-Type: ";
    out += known.content_type;
    out += "\r\n";
  }
  if (!known.has_cache) out += "Cache-Control: no-store\r\n";
  if (!known.has_sniff) out += "X-Content-Type-Options: nosniff\r\n";
  // Whoever came by TLS once shall not be led to plain HTTP for a year.
  if (request.is_tls) out += "Strict-Transport-Security: max-age=31536000\r\n";
  if (compressed) out += "Content-Encoding: gzip\r\n";
  if ((might_compress || might_compress_stream) && !known.has_vary)
    out += "Vary: Accept-Encoding\r\n";
  out += "X-Request-Id: ";
  out += request.id;
  out += "\r\n";
  if (!keep_alive) {
    out += "Connection: close\r\n";
  } else if (request.minor_version == 0) {
    out += "Connection: keep-alive\r\n";
  }
  for (const Header& header : response.headers)
    if (!is_reserved(header.name)) append_header(out, header.name, header.value);
  out += "\r\n";
  if (framing == Framing::kNone || request.method == Method::kHead) {
    response.drop_body();
    response.stream.reset();
    return Framing::kNone;
  }
  return framing;
}

void append_chunk(std::string& out, std::string_view piece) {
  if (piece.empty()) return;
  fmt::format_to(std::back_inserter(out), "{:x}\r\n", piece.size());
  out += piece;
  out += "\r\n";
}

}  // namespace vedette::http
