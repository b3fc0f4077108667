-- Passing on a prize is a line of the shop's log: the place, the class of the reason and the hash of the proof of notice. Rows of earlier
-- releases have none.
alter table draw_alternate
  add column reason_class text check (reason_class in ('no_reply', 'declined', 'ineligible', 'papers_missing', 'unreachable', 'left')),
  add column notice_hash text check (notice_hash ~ '^[0-9a-f]{64}$'),
  add column log_index integer unique,
  add constraint draw_alternate_logged check (
    (reason_class is null) = (log_index is null) and (notice_hash is null) = (log_index is null)
  );

-- The message that left, for its delivery. Rows of earlier releases have none.
alter table winner_message add column message_id uuid;

-- The proof of notice of a winner who lost the prize, byte for byte: the public log has its hash. It names no person.
create table winner_notice (
  winner_id uuid primary key references winner (id),
  text text not null check (length(text) between 1 and 20000),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null
);

-- Proposals to pass on a prize of a large value, which a second person confirms. `proposed_by` is null for a proposal by the rules.
-- `void`: the winner answered, or the prize left the winner in another way.
create table winner_pass (
  id uuid primary key,
  winner_id uuid not null references winner (id),
  ends_as text not null check (ends_as in ('declined', 'forfeited', 'disqualified')),
  reason_class text not null check (reason_class in ('no_reply', 'declined', 'ineligible', 'papers_missing', 'unreachable', 'left')),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by uuid,
  proposed_at timestamptz not null,
  decision text check (decision in ('confirmed', 'refused', 'void')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text check (length(decision_reason) between 1 and 500),
  check ((decision is null) = (decided_at is null)),
  check (decision is distinct from 'confirmed' or (decided_by is not null and decided_by is distinct from proposed_by))
);
create unique index winner_pass_open on winner_pass (winner_id) where decision is null;
create index winner_pass_winner on winner_pass (winner_id, proposed_at desc);

alter table winner drop constraint winner_task_check;
alter table winner add constraint winner_task_check
  check (task in ('tell', 'collect-papers', 'check-papers', 'ship', 'confirm', 'confirm-pass', 'nobody-left'));
