-- Each run of a backup or a restore test, written by the scripts of deploy/backup. Owners see the latest in the operations tab.
create table backup_run (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z_-]{0,29}$'),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When a restore of this backup was started and asked.
  verified_at timestamptz,
  size_bytes bigint check (size_bytes >= 0),
  error text check (char_length(error) between 1 and 2000),
  check (finished_at >= started_at),
  check (verified_at is null or finished_at is not null)
);
create index backup_run_latest on backup_run (started_at desc);
