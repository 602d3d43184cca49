-- Reports ask which records of a project have a match to one profile.
create index matches_by_profile on matches (project_id, resource_id);
