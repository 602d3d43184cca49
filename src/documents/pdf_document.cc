#include "documents/pdf_document.h"

#include <cairo-pdf.h>
#include <fmt/format.h>
#include <pango/pangocairo.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <numeric>
#include <optional>
#include <string_view>

#include "text/utf8.h"

namespace vedette::documents {
namespace {

// Points; 72 are an inch.
constexpr double kPageWidth = 595.28;
constexpr double kPageHeight = 841.89;
constexpr double kMargin = 42;
constexpr double kBottom = kPageHeight - 54;  // the foot stands below
constexpr double kGap = 8;                    // between columns
constexpr double kTextSize = 9;
constexpr double kHeadingSize = 12;
constexpr double kTitleSize = 17;
constexpr double kFootSize = 7.5;
constexpr double kLabelShare = 0.28;  // of the width, for the names of facts

// Pango and Fontconfig keep caches that grow with each thread that draws.
std::mutex& drawing_mutex() {
  static std::mutex mutex;
  return mutex;
}

template <class Object>
struct Unref {
  void operator()(Object* object) const { g_object_unref(object); }
};
struct DestroySurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct DestroyCairo {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
using LayoutPtr = std::unique_ptr<PangoLayout, Unref<PangoLayout>>;

// Changes of direction reach over the end of a name; everything below U+0020 but a line break has
// no picture.
bool is_drawn(char32_t c) {
  if (c == U'\n') return true;
  if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return false;
  return (c < 0x202A || c > 0x202E) && (c < 0x2066 || c > 0x2069) && c != 0x2028 && c != 0x2029 &&
         c != 0xFEFF;
}

// The text as it is drawn, cut to so many bytes.
std::string drawable(std::string_view bytes, std::size_t most) {
  std::string out;
  out.reserve(std::min(bytes.size(), most));
  while (!bytes.empty()) {
    const text::Decoded next = text::decode_one(bytes);
    bytes.remove_prefix(next.length);
    if (!is_drawn(next.value)) continue;
    if (out.size() + next.length > most) return out + "…";
    text::append_utf8(next.value, out);
  }
  return out;
}

struct Look {
  double size = kTextSize;
  bool bold = false;
  bool dim = false;
};

// One text within a column, drawn line by line.
class Column {
 public:
  Column(LayoutPtr layout, double left) : layout_(std::move(layout)), left_(left) {
    lines_ = pango_layout_get_line_count(layout_.get());
  }
  bool done() const { return next_ >= lines_; }

  // Draws the lines that fit between `top` and `bottom`; at least one with `force`. Gives where the
  // last one ends.
  double draw(cairo_t* cairo, double top, double bottom, bool force) {
    PangoLayoutIter* at = pango_layout_get_iter(layout_.get());
    for (int i = 0; i < next_; ++i)
      pango_layout_iter_next_line(at);
    double y = top;
    for (bool first = true; next_ < lines_; first = false) {
      PangoRectangle box;
      pango_layout_iter_get_line_extents(at, nullptr, &box);
      const double height = units(box.height);
      if (y + height > bottom && !(first && force)) break;
      cairo_move_to(cairo, left_ + units(box.x),
                    y + units(pango_layout_iter_get_baseline(at) - box.y));
      pango_cairo_show_layout_line(cairo, pango_layout_iter_get_line_readonly(at));
      y += height;
      ++next_;
      if (!pango_layout_iter_next_line(at)) break;
    }
    pango_layout_iter_free(at);
    return y;
  }

 private:
  static double units(int pango) { return static_cast<double>(pango) / PANGO_SCALE; }

  LayoutPtr layout_;
  double left_;
  int lines_ = 0;
  int next_ = 0;
};

}  // namespace

class PdfDocument::Drawing {
 public:
  Drawing(const std::string& title, std::string footer, PdfLimits limits)
      : limits_(limits),
        lock_(drawing_mutex()),
        until_(std::chrono::steady_clock::now() + std::chrono::seconds(limits.seconds)),
        footer_(std::move(footer)),
        fonts_(pango_cairo_font_map_new()),
        context_(pango_font_map_create_context(fonts_.get())),
        surface_(
            cairo_pdf_surface_create_for_stream(&Drawing::write, this, kPageWidth, kPageHeight)),
        cairo_(cairo_create(surface_.get())) {
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE,
                                   drawable(title, limits_.cell_bytes).c_str());
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATOR, "Vedette");
  }

  void space(double points) { y_ += points; }

  // Texts side by side, going on on the next page where they do not fit.
  void row(const std::vector<std::string>& texts, const std::vector<double>& widths,
           const std::vector<Look>& looks) {
    std::vector<Column> columns;
    double left = kMargin;
    for (std::size_t i = 0; i < texts.size() && too_large_.empty(); ++i) {
      columns.emplace_back(layout(texts[i], widths[i] - kGap, looks[i]), left);
      left += widths[i];
    }
    for (bool fresh = y_ <= kMargin; too_large_.empty(); fresh = true) {
      double lowest = y_;
      for (Column& column : columns)
        lowest = std::max(lowest, column.draw(cairo_.get(), y_, kBottom, fresh));
      y_ = lowest;
      if (std::ranges::all_of(columns, &Column::done)) return;
      end_page();
    }
  }

  void line() {
    cairo_set_line_width(cairo_.get(), 0.4);
    cairo_set_source_rgb(cairo_.get(), 0.75, 0.75, 0.75);
    cairo_move_to(cairo_.get(), kMargin, y_ + 1);
    cairo_line_to(cairo_.get(), kPageWidth - kMargin, y_ + 1);
    cairo_stroke(cairo_.get());
    cairo_set_source_rgb(cairo_.get(), 0, 0, 0);
    y_ += 3;
  }

  // A heading does not stand alone at the foot of a page.
  void need(double points) {
    if (y_ + points > kBottom) end_page();
  }

  base::Result<std::string> finish() {
    if (too_large_.empty()) draw_foot();
    cairo_.reset();
    cairo_surface_finish(surface_.get());
    if (!too_large_.empty())
      return base::Error(base::Cause::kTooLarge, too_large_,
                         {{"", "DOCUMENT_TOO_LARGE", too_large_}});
    if (cairo_surface_status(surface_.get()) != CAIRO_STATUS_SUCCESS)
      return base::Error(base::Cause::kInternal,
                         fmt::format("the PDF was not written: {}",
                                     cairo_status_to_string(cairo_surface_status(surface_.get()))));
    return std::move(bytes_);
  }

 private:
  static cairo_status_t write(void* self, const unsigned char* data, unsigned int size) {
    auto* drawing = static_cast<Drawing*>(self);
    if (drawing->bytes_.size() + size > drawing->limits_.bytes) {
      drawing->refuse("has too many bytes");
      return CAIRO_STATUS_WRITE_ERROR;
    }
    drawing->bytes_.append(reinterpret_cast<const char*>(data), size);
    return CAIRO_STATUS_SUCCESS;
  }

  void refuse(std::string_view why) {
    if (too_large_.empty())
      too_large_ = fmt::format("As a PDF it {}. Take it in another format.", why);
  }

  LayoutPtr layout(const std::string& text, double width, const Look& look) {
    const std::string drawn = drawable(text, limits_.cell_bytes);
    text_bytes_ += drawn.size();
    if (text_bytes_ > limits_.text_bytes) refuse("has too much text");
    if (std::chrono::steady_clock::now() > until_) refuse("takes too long");
    LayoutPtr made(pango_layout_new(context_.get()));
    PangoFontDescription* font = pango_font_description_new();
    pango_font_description_set_family(font, "Noto Sans, DejaVu Sans, sans-serif");
    pango_font_description_set_absolute_size(font, look.size * PANGO_SCALE);
    pango_font_description_set_weight(font, look.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(made.get(), font);
    pango_font_description_free(font);
    pango_layout_set_width(made.get(), static_cast<int>(width * PANGO_SCALE));
    pango_layout_set_wrap(made.get(), PANGO_WRAP_WORD_CHAR);
    pango_layout_set_text(made.get(), drawn.data(), static_cast<int>(drawn.size()));
    if (look.dim) {
      PangoAttrList* attributes = pango_attr_list_new();
      pango_attr_list_insert(attributes, pango_attr_foreground_new(0x5555, 0x5555, 0x5555));
      pango_layout_set_attributes(made.get(), attributes);
      pango_attr_list_unref(attributes);
    }
    return made;
  }

  void draw_foot() {
    Column left(layout(footer_, (kPageWidth - 2 * kMargin) * 0.8, {kFootSize, false, true}),
                kMargin);
    left.draw(cairo_.get(), kBottom + 14, kPageHeight, true);
    Column right(layout(fmt::format("Page {}", page_), 60, {kFootSize, false, true}),
                 kPageWidth - kMargin - 40);
    right.draw(cairo_.get(), kBottom + 14, kPageHeight, true);
  }

  void end_page() {
    draw_foot();
    if (page_ >= limits_.pages) return refuse("has too many pages");
    cairo_show_page(cairo_.get());
    ++page_;
    y_ = kMargin;
  }

  const PdfLimits limits_;
  const std::lock_guard<std::mutex> lock_;
  const std::chrono::steady_clock::time_point until_;
  const std::string footer_;
  std::string bytes_;
  std::string too_large_;
  std::size_t text_bytes_ = 0;
  std::size_t page_ = 1;
  double y_ = kMargin;
  std::unique_ptr<PangoFontMap, Unref<PangoFontMap>> fonts_;
  std::unique_ptr<PangoContext, Unref<PangoContext>> context_;
  std::unique_ptr<cairo_surface_t, DestroySurface> surface_;
  std::unique_ptr<cairo_t, DestroyCairo> cairo_;
};

namespace {
constexpr double kWidth = kPageWidth - 2 * kMargin;
}  // namespace

PdfDocument::PdfDocument(const std::string& title, std::string footer, PdfLimits limits)
    : drawing_(std::make_unique<Drawing>(title, std::move(footer), limits)) {}
PdfDocument::~PdfDocument() = default;

void PdfDocument::title(const std::string& text) {
  drawing_->row({text}, {kWidth}, {{kTitleSize, true, false}});
  drawing_->space(4);
}

void PdfDocument::heading(const std::string& text) {
  drawing_->space(10);
  drawing_->need(60);
  drawing_->row({text}, {kWidth}, {{kHeadingSize, true, false}});
  drawing_->line();
}

void PdfDocument::paragraph(const std::string& text) {
  drawing_->row({text}, {kWidth}, {{}});
  drawing_->space(4);
}

void PdfDocument::facts(const std::vector<std::pair<std::string, std::string>>& rows) {
  for (const auto& [what, which] : rows) {
    if (which.empty()) continue;
    drawing_->row({what, which}, {kWidth * kLabelShare, kWidth * (1 - kLabelShare)},
                  {{kTextSize, false, true}, {}});
    drawing_->space(2);
  }
  drawing_->space(4);
}

void PdfDocument::table(const Table& table) {
  const int all = std::accumulate(table.shares.begin(), table.shares.end(), 0);
  std::vector<double> widths;
  for (const int share : table.shares)
    widths.push_back(kWidth * share / std::max(all, 1));
  const std::size_t columns = widths.size();
  if (!table.header.empty()) {
    drawing_->need(40);
    drawing_->row(table.header, widths, std::vector<Look>(columns, {kTextSize, true, true}));
    drawing_->line();
  }
  for (const auto& row : table.rows) {
    drawing_->row(row, widths, std::vector<Look>(columns));
    drawing_->line();
  }
  drawing_->space(4);
}

base::Result<std::string> PdfDocument::finish() {
  return drawing_->finish();
}

}  // namespace vedette::documents
