-- Legal texts that staff edit from the shipped ones. `clauses` is null while the shipped text is in force, `draft` while there is none;
-- `seen` holds the shipped clauses that staff saw last, so that a later release can show what it changed in its own.
create table legal_template (
  kind text primary key constraint legal_template_kind
    check (kind in ('terms', 'privacy', 'sweepstakes', 'no-purchase-necessary', 'age-verification')),
  version integer not null constraint legal_template_version check (version > 0),
  clauses jsonb constraint legal_template_clauses check (jsonb_typeof(clauses) = 'array'),
  draft jsonb constraint legal_template_draft check (jsonb_typeof(draft) = 'array'),
  seen jsonb not null constraint legal_template_seen check (jsonb_typeof(seen) = 'array'),
  updated_at timestamptz not null
);

-- The version of the template that a text was made of; null for a shipped text, and for every text of the last release.
alter table legal_document add column template_version integer;
