#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace vedette::lists {

// For tests: parts of a profile as texts that are easily compared, and a small invented list.

inline std::vector<std::string> births(const profile::Profile& profile) {
  std::vector<std::string> out;
  for (const auto& each : profile.births)
    out.push_back(profile::to_text(each));
  return out;
}
inline std::vector<std::string> names(const profile::Profile& profile) {
  std::vector<std::string> out;
  for (const auto& each : profile.names)
    out.push_back(each.text);
  return out;
}
inline std::vector<std::string> nationalities(const profile::Profile& profile) {
  std::vector<std::string> out;
  for (const auto& each : profile.nationalities)
    out.emplace_back(each.code());
  return out;
}
inline std::vector<std::string> identifiers(const profile::Profile& profile) {
  std::vector<std::string> out;
  for (const auto& each : profile.identifiers)
    out.push_back(each.category + "=" + each.value +
                  (each.country.empty() ? "" : "/" + std::string(each.country.code())));
  return out;
}

inline constexpr std::string_view kOfacXml = R"(<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="http://tempuri.org/sdnList.xsd">
 <publshInformation><Publish_Date>03/17/2020</Publish_Date><Record_Count>2</Record_Count></publshInformation>
 <sdnEntry><uid>101</uid><firstName>Ivan</firstName><lastName>PETROVSKY</lastName><title>Director</title>
  <sdnType>Individual</sdnType>
  <remarks>(Linked To: NORDHAVN TRADING LLC); wears a hat</remarks>
  <programList><program>SDGT</program><program>CYBER2</program></programList>
  <idList>
   <id><uid>1</uid><idType>Passport</idType><idNumber>AB123</idNumber><idCountry>Russia</idCountry><issueDate>14 Nov 2007</issueDate></id>
   <id><uid>2</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
   <id><uid>3</uid><idType>Email Address</idType><idNumber>ivan@nord.example</idNumber></id>
   <id><uid>4</uid><idType>Additional Sanctions Information -</idType><idNumber>Subject to Secondary Sanctions</idNumber></id>
  </idList>
  <akaList>
   <aka><uid>5</uid><type>a.k.a.</type><category>weak</category><lastName>VANYA</lastName></aka>
   <aka><uid>6</uid><type>f.k.a.</type><category>strong</category><lastName>PETROV</lastName><firstName>Ivan</firstName></aka>
  </akaList>
  <addressList><address><uid>7</uid><address1>1 Harbour Road</address1><city>Tehran</city><postalCode>11365</postalCode><country>Iran</country></address></addressList>
  <nationalityList><nationality><uid>8</uid><country>Russia</country><mainEntry>true</mainEntry></nationality></nationalityList>
  <dateOfBirthList>
   <dateOfBirthItem><uid>9</uid><dateOfBirth>circa 1961</dateOfBirth></dateOfBirthItem>
   <dateOfBirthItem><uid>10</uid><dateOfBirth>14 Jul 1962</dateOfBirth></dateOfBirthItem>
  </dateOfBirthList>
  <placeOfBirthList><placeOfBirthItem><uid>11</uid><placeOfBirth>Omsk, Russia</placeOfBirth></placeOfBirthItem></placeOfBirthList>
 </sdnEntry>
 <sdnEntry><uid>102</uid><lastName>NORDHAVN TRADING LLC</lastName><sdnType>Entity</sdnType>
  <programList><program>UKRAINE-EO13685</program></programList></sdnEntry>
</sdnList>)";

}  // namespace vedette::lists
