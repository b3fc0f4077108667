-- Benefits that a closed account used and that a person gets once, as keyed hashes (docs/decisions/0188-once-survives-deletion.md). No
-- column names a person, an account or an order. A row counts until `lapses_at`, also before the job deletes it.
create table once_mark (
  kind text not null,
  hash bytea not null,
  -- Number of uses, for benefits with a limit above one.
  uses integer not null default 1,
  -- Last day of use, for benefits that return after a period.
  day date,
  lapses_at timestamptz not null,
  primary key (kind, hash),
  constraint once_mark_hash check (octet_length(hash) = 32),
  constraint once_mark_uses check (uses > 0)
);
create index once_mark_lapses on once_mark (lapses_at);
