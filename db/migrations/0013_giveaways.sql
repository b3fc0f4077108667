-- Giveaways with numbered slots. A credit of the giveaway's tier takes one slot; one draw picks the winner among the entries.

create table giveaway (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 140),
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) between 1 and 5000),
  tier tier not null,
  category text not null,
  value_cents integer not null check (value_cents >= 0),
  total_slots integer not null check (total_slots between 1 and 100000),
  -- Maximum entries of a user; null is the tier's default (src/features/giveaways/rules.ts).
  entry_limit smallint check (entry_limit between 1 and 50),
  starts_at timestamptz not null,
  -- Null: open until it is sold out.
  ends_at timestamptz check (ends_at > starts_at),
  early_access_at timestamptz not null check (early_access_at <= starts_at),
  subscription_visibility_only boolean not null default false,
  send_premium_emails boolean not null default false,
  send_free_user_emails boolean not null default false,
  send_premium_sms boolean not null default false,
  send_free_user_sms boolean not null default false,
  -- Picture references, `s3:` and a storage key; the first is the main one.
  images text[] not null default '{}',
  -- SHA-256 of the secret seed in hex. It is public from the first moment, so that the seed cannot be chosen later.
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  closed_at timestamptz,
  closed_reason text constraint giveaway_closed_reason_check
    check (closed_reason in ('ended', 'sold_out', 'drawn_early', 'closed_early', 'cancelled')),
  closed_by uuid references users (id),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When auto-entry had entered every member who wanted it.
  auto_entered_at timestamptz,
  -- Counts edits, so that a save on stale data is a version conflict.
  version integer not null default 1,
  -- Null is a draft, visible to staff only.
  published_at timestamptz default now(),
  -- Public reason of an early close or a cancellation.
  closed_note text check (length(closed_note) between 1 and 500),
  -- The giveaway that replaces this one, once, after it sold nothing or was cancelled.
  relisted_as uuid unique references giveaway (id),
  -- Alternative texts by the references in `images`.
  image_alts jsonb not null default '{}' check (jsonb_typeof(image_alts) = 'object'),
  check ((closed_at is null) = (closed_reason is null))
);
create index giveaway_open on giveaway (ends_at) where closed_at is null and archived_at is null;
create index giveaway_closed on giveaway (closed_at desc, id desc) where closed_at is not null;
create index giveaway_newest on giveaway (created_at desc, id desc) where archived_at is null;
create index giveaway_auto_entry_due on giveaway (early_access_at)
  where auto_entered_at is null and closed_at is null and archived_at is null and tier = 'Bronze';
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index giveaway_title_words on giveaway using gin (title gin_trgm_ops);
  end if;
end $$;

-- Clear seeds from before sealing, in a separate table so that no query of giveaways can leak them.
create table giveaway_seed (
  giveaway_id uuid primary key references giveaway (id),
  seed text not null check (seed ~ '^[0-9a-f]{64}$')
);

-- Seeds sealed by AUTH_SECRET. A new AUTH_SECRET changes `sealed`; the commitment fixes the seed itself.
create table sealed_giveaway_seed (
  giveaway_id uuid primary key references giveaway (id),
  sealed text not null check (starts_with(sealed, 'sealed1.'))
);

-- Live bought entries of a user: the row that guards the entry limit, and the only one that concurrent claims of the user wait for.
-- Neither this table nor giveaway_entry has a foreign key to the giveaway. Its check would share-lock the one row that all claims
-- have in common: 5% slower at most, but two concurrent claims leave a multixact to vacuum. claim_slots reads the giveaway, and
-- giveaways are never deleted.
create table giveaway_participant (
  giveaway_id uuid not null,
  user_id uuid not null references users (id),
  entry_count smallint not null check (entry_count >= 0),
  primary key (giveaway_id, user_id)
) with (fillfactor = 70);
create index giveaway_participant_user on giveaway_participant (user_id);

create table giveaway_entry (
  id uuid primary key,
  giveaway_id uuid not null,
  -- Null for a mail-in entrant without an account.
  user_id uuid,
  slot_number integer not null check (slot_number > 0),
  is_auto_entry boolean not null default false,
  -- A mail-in entry; its number follows the last slot.
  is_private boolean not null default false,
  -- A test entry of staff, left out of the draw.
  is_staff boolean not null default false,
  mail_name text,
  mail_email text,
  created_at timestamptz not null,
  created_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  -- Internal.
  removed_reason text check (length(removed_reason) between 1 and 500),
  -- Removed by staff without returning its credit.
  is_forfeited boolean not null default false
    constraint forfeited_is_removed check (not is_forfeited or removed_at is not null),
  -- Mail-in: the date of arrival, which decides, and the date of the postmark.
  mail_received_on date,
  mail_postmarked_on date constraint postmarked_before_received check (mail_postmarked_on <= mail_received_on),
  -- The dispute that flags this entry: a list frozen from now on leaves it out. Null again when the payment stands.
  dispute_id uuid,
  constraint has_entrant check (user_id is not null or (is_private and mail_name is not null and mail_email is not null))
);
-- Guarantees one live entry a slot.
create unique index giveaway_entry_slot on giveaway_entry (giveaway_id, slot_number) where removed_at is null;
create index giveaway_entry_user on giveaway_entry (user_id, created_at desc, id desc) where user_id is not null;
create index giveaway_entry_removed on giveaway_entry (giveaway_id, removed_at desc, id desc) where removed_at is not null;
-- The last number of a mail-in entry, removed or not.
create index giveaway_entry_mailed on giveaway_entry (giveaway_id, slot_number) where is_private;
-- Mail-in entries of an address without an account, for merging and deletion.
create index giveaway_entry_mail_email on giveaway_entry (lower(mail_email)) where user_id is null;
-- Activity of the last day.
create index giveaway_entry_created on giveaway_entry (created_at desc, id desc) where removed_at is null;
create index giveaway_entry_disputed on giveaway_entry (dispute_id) where dispute_id is not null;

-- The result. The key allows one draw a giveaway. Append-only.
create table draw (
  giveaway_id uuid primary key references giveaway (id),
  drawn_at timestamptz not null,
  drawn_by uuid,
  drawn_by_role text not null check (drawn_by_role in ('system', 'admin')),
  method text not null check (method in ('automatic', 'random')),
  is_early boolean not null,
  reason text,
  algorithm text not null,
  seed text not null,
  -- The frozen list by slot number, [[slot, pseudonym], …], and the SHA-256 of its canonical text.
  list jsonb not null,
  list_hash text not null,
  winner_index integer not null,
  winner_slot integer not null,
  winner_entry_id uuid not null,
  check (not is_early or reason is not null)
);
create index draw_list on draw (drawn_at desc, giveaway_id desc);

-- A place of the drawn order that did not take the prize, and the alternate that follows it by the same seed and list. The key
-- allows each place one alternate. Append-only.
create table draw_alternate (
  giveaway_id uuid not null references giveaway (id),
  -- 1 is the winner of the draw itself.
  place integer not null check (place >= 1),
  promoted_at timestamptz not null,
  -- Null when no entry is left.
  next_slot integer,
  next_entry_id uuid,
  primary key (giveaway_id, place),
  check ((next_slot is null) = (next_entry_id is null))
);

-- The current holder of a drawn prize; slot and entry are null when no alternate is left.
create view drawn_winner as
  select d.giveaway_id, d.drawn_at,
    case when p.giveaway_id is null then d.winner_slot else p.next_slot end as slot,
    case when p.giveaway_id is null then d.winner_entry_id else p.next_entry_id end as entry_id
  from draw d
  left join lateral (
    select giveaway_id, next_slot, next_entry_id from draw_alternate
    where giveaway_id = d.giveaway_id order by place desc limit 1
  ) p on true;

-- On since the membership began, or as the member chose. No row means off, because auto-entry spends credits.
create table auto_entry_preference (
  user_id uuid primary key references users (id),
  enabled boolean not null,
  changed_at timestamptz not null
);

-- The result of auto-entry for a member and a giveaway, once: a removed entry is not entered again. No foreign key to the giveaway,
-- like giveaway_entry.
create table auto_entry (
  giveaway_id uuid not null,
  user_id uuid not null references users (id),
  entry_id uuid,
  -- Why there is no entry: a refusal of claim_slots, or `already_in` for a member with an entry.
  skipped text check (skipped in ('already_in', 'under_age', 'address_needed', 'entry_limit', 'credit_needed', 'sold_out')),
  created_at timestamptz not null,
  primary key (giveaway_id, user_id),
  check ((entry_id is null) = (skipped is not null))
);
create index auto_entry_user on auto_entry (user_id, created_at desc) where entry_id is not null;

-- A giveaway is announced once, however its start moves.
create table giveaway_alert (
  giveaway_id uuid primary key references giveaway (id),
  begun_at timestamptz not null
);
