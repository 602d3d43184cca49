#pragma once

#include <string>
#include <vector>

namespace vedette::lists {

// For tests: every format of separated values that has a header.

// A list of one format: its header and two rows, each without the end of its line.
struct CsvSample {
  std::string format;
  std::string file;
  std::string head;
  std::string row;
  std::string next_row;
  char separator = ',';
  std::string mapping = {};
};

inline std::vector<CsvSample> csv_samples() {
  return {
      {"simple-csv", "targets.simple.csv", "id,schema,name,aliases,birth_date,countries,dataset",
       "Q1,Person,Ivan Petrovsky,,1961,ru,EU list", "Q2,Person,Anna Orlova,,1962,ru,EU list"},
      {"uk-csv", "uk.csv",
       "Report Date: 10-Sep-2026\nUnique ID,Name 6,Name 1,Name type,Regime Name,Designation Type",
       "RUS1,PETROVSKY,Ivan,Primary Name,Russia,Individual",
       "RUS2,ORLOVA,Anna,Primary Name,Russia,Individual"},
      {"uk-ofsi-csv", "ConList.csv",
       "Last Updated,27/04/2020\nName 6,Name 1,Group Type,Alias Type,Regime,Group ID",
       "PETROVSKY,Ivan,Individual,Prime Alias,Russia,7",
       "ORLOVA,Anna,Individual,Prime Alias,Russia,8"},
      {"au-csv", "dfat.csv",
       "Reference,Name of Individual or Entity,Type,Name Type,Date of Birth,Committees",
       "12,Ivan Petrovsky,Individual,Primary Name,1961,1267",
       "13,Anna Orlova,Individual,Primary Name,1962,1267"},
      {"eu-csv", "eu.csv",
       "Date_file;Entity_logical_id;Subject_type;Leba_numtitle;Leba_publication_date;Programme;"
       "Naal_wholename;Naal_gender;Birt_date;EU_ref_num",
       "04/07/2018;1;P;2018/223;2018-02-16;ZWE;Ivan Petrovsky;M;1961;EU.1",
       "04/07/2018;2;P;2018/223;2018-02-16;ZWE;Anna Orlova;F;1962;EU.2", ';'},
      {"us-csl-csv", "csl.csv", "_id,source,entity_number,type,programs,name,alt_names,remarks",
       "9,Entity List (EL) - Commerce,9,Individual,,Ivan Petrovsky,,",
       "10,Entity List (EL) - Commerce,10,Individual,,Anna Orlova,,"},
      {"mapped-csv", "own.csv", "no,name", "1,Ivan Petrovsky", "2,Anna Orlova", ',',
       "list = \"own\"\ndatasets = [\"REL\"]\n[columns]\nid = \"no\"\nname = \"name\"\n"},
  };
}

}  // namespace vedette::lists
