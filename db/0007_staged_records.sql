-- Record numbers whose matches and history are being written ahead of the records themselves, in many
-- small transactions. Nobody may see those rows before the transaction that stores the records and
-- removes this row. A row that stays behind is that of a save that never ended.
create table staged_records (
  project_id bigint not null,
  first_number bigint not null,
  last_number bigint not null,
  staged_at bigint not null,
  primary key (project_id, first_number)
);
