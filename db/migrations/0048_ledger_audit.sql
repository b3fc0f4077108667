-- The result of each nightly audit of credits and entries, for alerts: an audit that stops running is a fault, too.
create table ledger_audit (
  finished_at timestamptz primary key,
  fault_count integer not null check (fault_count >= 0)
);
