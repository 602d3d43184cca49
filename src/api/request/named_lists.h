#pragma once

#include <string_view>

#include "base/json_writer.h"
#include "catalogue/catalogue.h"
#include "parties/party_profile.h"

namespace vedette::api {

// "lists":[{"list":..,"name":..}]: the lists that name the profile, by which parties of one name
// are told apart. None when the profile, or every generation (null), is gone.
void write_lists(base::JsonWriter& json, const catalogue::Catalogue* catalogue,
                 std::string_view resource_id);
// The same for all entries of a party.
void write_lists(base::JsonWriter& json, const catalogue::Catalogue& catalogue,
                 const parties::PartyProfile& party);

}  // namespace vedette::api
