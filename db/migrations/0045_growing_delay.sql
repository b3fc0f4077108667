-- Tries at one account from any number of networks: the first ones are free, each further one waits longer than the one before
-- (docs/decisions/0048-limits-without-locks.md). `key` is a keyed hash, so the table lists no addresses.
create table growing_delay (
  key text primary key,
  tries integer not null check (tries >= 0),
  last_at timestamptz not null,
  -- No try is taken before this moment.
  next_at timestamptz not null
);
create index growing_delay_last on growing_delay (last_at);
