-- Whether the name of a record has more words than were compared when it was saved: it must not pass for
-- somebody who was screened in full. Names of earlier records are judged by their blanks.
alter table records add column name_cut bigint not null default 0;
update records set name_cut = 1 where length(name) - length(replace(name, ' ', '')) >= 20;
