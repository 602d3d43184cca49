-- Why the profile is a match: "name", and each identifier of the record that it has (type:value), with
-- blanks between.
alter table matches add column matched_by text not null default 'name';
