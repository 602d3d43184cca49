-- The newest time that servers on this ledger agree on: deletion by age goes by it and not by the
-- clock of the machine, which may be wrong for a while (service/common/retention_clock.h).
create table confirmed_time (
  only_row bigint primary key,
  confirmed_at bigint not null,
  -- The last time that a server saw and does not believe yet, 0 when there is none, and for how
  -- long servers have run with such times.
  doubted_at bigint not null,
  doubted_millis bigint not null
);
