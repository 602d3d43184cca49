-- The highest version that a match of a deleted record had, in the counters of its project: new matches
-- begin above it, so that a review of a match that is gone cannot be taken for one of its successor.
insert into counters (project_id, name, value)
  select project_id, 'match_version_floor', max(match_version) from matches where deleted = 1
  group by project_id;
