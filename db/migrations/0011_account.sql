-- What surrounds an account: the texts one agrees to, who was brought by whom, and the account's end.

-- The moment somebody deleted their account. The row stays, without anything personal, as the pseudonym under which the ledger,
-- orders and draws are kept.
alter table users add column deleted_at timestamptz;
alter table users add constraint deleted_is_anonymous
  check (deleted_at is null or (not enabled and phone is null and birth_date is null and email like '%.invalid'));
create index users_deleted_at on users (deleted_at) where deleted_at is not null;

-- From where somebody registered: a part of the proof of what they agreed to.
alter table registration add column ip text not null default '';

-- A registration that was confirmed elsewhere (by the link in the e-mail) lets the browser in that made it, once.
create table confirmed_registration (
  registration_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  confirmed_at timestamptz not null
);
create index confirmed_registration_user on confirmed_registration (user_id);

-- Every wording of the legal texts that was ever in force; a changed word or number is a new version.
create table legal_document (
  kind text not null check (kind in ('terms', 'privacy', 'sweepstakes', 'no-purchase-necessary', 'age-verification')),
  version integer not null check (version > 0),
  title text not null,
  clauses jsonb not null check (jsonb_typeof(clauses) = 'array'),
  -- SHA-256 of title and clauses in hex: tells whether the wording changed.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  published_at timestamptz not null,
  primary key (kind, version)
);
create trigger legal_document_append_only before update or delete on legal_document
  for each row execute function refuse_change();
create trigger legal_document_no_truncate before truncate on legal_document
  for each statement execute function refuse_change();

-- Who agreed to which version, when, where and how. A proof, so nothing of it changes but the network address, which is
-- cleared when the account is deleted.
create table legal_acceptance (
  user_id uuid not null references users (id),
  kind text not null,
  version integer not null,
  how text not null check (how in ('registration', 'notice')),
  ip text,
  accepted_at timestamptz not null,
  primary key (user_id, kind, version),
  foreign key (kind, version) references legal_document (kind, version)
);
create function refuse_acceptance_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.ip is null
    and (new.user_id, new.kind, new.version, new.how, new.accepted_at)
      is not distinct from (old.user_id, old.kind, old.version, old.how, old.accepted_at) then
    return new;
  end if;
  raise exception 'an acceptance is kept as it was given' using errcode = 'restrict_violation';
end $$;
create trigger legal_acceptance_kept before update or delete on legal_acceptance
  for each row execute function refuse_acceptance_change();

-- A code for each user who asked for theirs. Letters and digits that nobody mistakes for each other.
create table referral_code (
  user_id uuid primary key references users (id) on delete cascade,
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  created_at timestamptz not null
);
-- Addresses that registered because somebody brought them; the first word counts.
create table referral (
  email text primary key check (email = lower(email) and length(email) <= 254),
  code text references referral_code (code) on delete set null,
  created_at timestamptz not null
);
create index referral_code_brought on referral (code) where code is not null;
