-- Acts of staff that take two persons: one proposes, another confirms. `people` are the accounts that a proposal names, for their export
-- and erasure. `rights` are those that the second person needs.
create table staff_proposal (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z_]{1,39}$'),
  title text not null check (length(title) between 1 and 120),
  subject_type text not null,
  subject_id text not null,
  subject_label text not null,
  people uuid[] not null default '{}',
  rights text[] not null check (cardinality(rights) >= 1),
  input jsonb not null,
  facts jsonb not null default '[]',
  reason text not null check (length(reason) between 1 and 500),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decision text check (decision in ('confirmed', 'refused', 'withdrawn', 'void')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text check (length(decision_reason) between 1 and 500),
  check ((decision is null) = (decided_at is null)),
  constraint confirmed_by_another check (decision is distinct from 'confirmed' or (decided_by is not null and decided_by <> proposed_by))
);
create unique index staff_proposal_open on staff_proposal (kind, subject_type, subject_id) where decision is null;
create index staff_proposal_waiting on staff_proposal (proposed_at, id) where decision is null;
create index staff_proposal_decided on staff_proposal (decided_at desc, id desc) where decision is not null;
create index staff_proposal_subject on staff_proposal (subject_type, subject_id, proposed_at desc);
create index staff_proposal_people on staff_proposal using gin (people);
