#include "lists/building/known_lists.h"

#include <algorithm>
#include <array>

#include "lists/building/vocabulary.h"

namespace vedette::lists {
namespace {

struct Row {
  std::string_view id;
  std::string_view name;
  std::string_view url;
  std::string_view origin;
  std::string_view body;
  std::int32_t body_id;  // as the interface numbers them
};

constexpr std::array kLists = {
    Row{"ofac-sdn", "OFAC Specially Designated Nationals and Blocked Persons List",
        "https://ofac.treasury.gov/"
        "specially-designated-nationals-and-blocked-persons-list-sdn-human-readable-lists",
        "United States", "Office of Foreign Assets Control (OFAC)", 2},
    Row{"ofac-consolidated", "OFAC Consolidated (non-SDN) Sanctions List",
        "https://ofac.treasury.gov/consolidated-sanctions-list-non-sdn-lists", "United States",
        "Office of Foreign Assets Control (OFAC)", 2},
    Row{"un-sc", "United Nations Security Council Consolidated List",
        "https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list", "United Nations",
        "United Nations Security Council", 8},
    Row{"eu-fsf", "EU Consolidated Financial Sanctions List",
        "https://data.europa.eu/data/datasets/"
        "consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions",
        "European Union", "European Commission", 16},
    Row{"uk-ofsi", "OFSI Consolidated List of Financial Sanctions Targets",
        "https://www.gov.uk/government/publications/"
        "financial-sanctions-consolidated-list-of-targets",
        "United Kingdom", "HM Treasury, Office of Financial Sanctions Implementation", 19},
    Row{"uk-sanctions-list", "UK Sanctions List",
        "https://www.gov.uk/government/publications/the-uk-sanctions-list", "United Kingdom",
        "Foreign, Commonwealth and Development Office", 19},
    Row{"us-csl", "US Consolidated Screening List",
        "https://www.trade.gov/consolidated-screening-list", "United States",
        "International Trade Administration", 0},
    Row{"ch-seco", "SECO Sanctions List",
        "https://www.seco.admin.ch/seco/en/home/"
        "Aussenwirtschaftspolitik_Wirtschaftliche_Zusammenarbeit/Wirtschaftsbeziehungen/"
        "exportkontrollen-und-sanktionen/sanktionen-embargos.html",
        "Switzerland", "State Secretariat for Economic Affairs (SECO)", 21},
    Row{"ca-sema", "Consolidated Canadian Autonomous Sanctions List",
        "https://www.international.gc.ca/world-monde/"
        "international_relations-relations_internationales/sanctions/consolidated-consolide.aspx",
        "Canada", "Global Affairs Canada", 0},
    Row{"au-dfat", "DFAT Consolidated List",
        "https://www.dfat.gov.au/international-relations/security/sanctions/consolidated-list",
        "Australia", "Department of Foreign Affairs and Trade (DFAT)", 0},
};

}  // namespace

ListInfo known_list(std::string_view id) {
  ListInfo info;
  info.id = id;
  info.name = id;
  for (const Row& row : kLists) {
    if (row.id != id) continue;
    info.name = row.name;
    info.url = row.url;
    info.origin = row.origin;
    info.body = row.body;
    info.body_id = row.body_id;
    const DefaultMeasure measure = default_measure(id);
    if (!measure.measure.empty()) info.measures = {std::string(measure.measure)};
    info.measures_basis = measure.basis;
  }
  return info;
}

ListInfo named_list(std::string_view content_id, std::string_view given_id) {
  ListInfo info = known_list(content_id);
  info.publication = info.id;
  if (given_id.empty()) return info;
  if (info.name == info.id) info = known_list(given_id);
  info.id = given_id;
  info.publication = content_id;
  return info;
}

bool is_known_list(std::string_view id) {
  return std::ranges::find(kLists, id, &Row::id) != kLists.end();
}

std::string slug(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (keep)
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (out.ends_with('-'))
    out.pop_back();
  return out;
}

}  // namespace vedette::lists
