-- Entry trees, one for each giveaway, and the shop's log: what entrants get receipts of, and what witnesses cosign.

-- The mark that the entrant's browser made (redoubt/mark/2). Null: the shop makes the nonce from the giveaway's key.
alter table giveaway_entry add column mark text;
-- The person behind a card without an account, and the number of the card in its register.
alter table giveaway_entry add column mail_sender_id uuid;
alter table giveaway_entry add column card_number integer check (card_number > 0);
-- Why the entry was taken out, as its leaf tells it. Null is `forfeit` for a forfeited entry, else `staff`.
alter table giveaway_entry add column removed_as text constraint entry_removed_as check (removed_as in ('left', 'cancelled'));

-- Changes of entries that wait for their leaves: claims in claim_event, all others in draw_event. Written in the transaction of the
-- change; the sequencer moves them to draw_leaf. Ids follow causes: a change that could see another one has the higher id. No foreign key,
-- like giveaway_entry.
create sequence draw_event_order;
create table draw_event (
  id bigint not null default nextval('draw_event_order'),
  giveaway_id uuid not null,
  at timestamptz not null,
  kind text not null constraint draw_event_kind check (kind in ('enter', 'mail', 'move', 'out', 'same')),
  entry_id uuid,
  person_id uuid not null,
  number integer,
  to_number integer,
  source text constraint draw_event_source check (source in ('credit', 'auto', 'staff')),
  mark text,
  reason text constraint draw_event_reason check (reason in ('staff', 'left', 'forfeit', 'cancelled')),
  received_on date,
  card_number integer,
  into_person_id uuid,
  primary key (giveaway_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 5000);
-- One row a claim, without index or check, because each would cost the claim more than the row itself
-- (docs/decisions/0095-shop-log-and-entry-trees.md). The table is read as a whole and is nearly empty.
create table claim_event (
  id bigint not null default nextval('draw_event_order'),
  giveaway_id uuid not null,
  at timestamptz not null,
  person_id uuid not null,
  source text not null,
  entry_ids uuid[] not null,
  numbers integer[] not null,
  marks text[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 5000);

-- Leaves of the entry trees, in order. Append-only.
create table draw_leaf (
  giveaway_id uuid not null,
  index integer not null check (index >= 0),
  leaf text not null,
  hash bytea not null,
  -- The entry that the leaf is about; null for `open` and `same`.
  entry_id uuid,
  -- The event that became this leaf; null for `open`, and for a leaf that a restored shop read from storage.
  event_id bigint,
  created_at timestamptz not null,
  primary key (giveaway_id, index)
);
-- An event becomes a leaf once; that of a claim, one for each entry.
create unique index draw_leaf_event on draw_leaf (event_id, entry_id) where event_id is not null;
create index draw_leaf_entry on draw_leaf (entry_id, index desc) where entry_id is not null;

-- The frontier of an entry tree: all that the next leaf needs. The head is the last size that the shop's log has.
create table draw_tree (
  giveaway_id uuid primary key,
  size integer not null,
  root bytea not null,
  frontier bytea[] not null,
  -- The create leaf in the shop's log that leaf 0 names.
  create_index integer not null,
  head_size integer not null default 0,
  head_at timestamptz
) with (fillfactor = 70);

-- The shop's log. Append-only.
create table shop_log (
  index integer primary key check (index >= 0),
  kind text not null,
  giveaway_id uuid,
  leaf text not null,
  hash bytea not null,
  created_at timestamptz not null
);
create index shop_log_giveaway on shop_log (giveaway_id, kind, index) where giveaway_id is not null;

-- The one row that every new leaf of the log waits for, last of all locks.
create table shop_log_tree (
  is_only boolean primary key default true check (is_only),
  size integer not null,
  root bytea not null,
  frontier bytea[] not null
) with (fillfactor = 70);
insert into shop_log_tree (size, root, frontier) values (0, sha256(''), '{}');

-- Roots of the complete blocks of 256 leaves of every tree, so that a proof reads one block and these. The nil id is the shop's log.
create table tree_block (
  tree_id uuid not null,
  index integer not null check (index >= 0),
  root bytea not null,
  primary key (tree_id, index)
);

-- Signed checkpoints: one for a size, for ever. Append-only.
create table log_checkpoint (
  size integer primary key check (size > 0),
  note text not null,
  created_at timestamptz not null
);
create table cosignature (
  size integer not null references log_checkpoint (size),
  -- The name of the witness's key.
  witness text not null,
  line text not null,
  signed_at timestamptz not null,
  primary key (size, witness)
);
create index cosignature_witness on cosignature (witness, size desc);

-- A witness that knows another or a longer history of the log. While a row is here that the log has not caught up with, the shop signs
-- no checkpoint.
create table log_conflict (
  witness text primary key,
  -- The size that the witness last cosigned; null when it refused the proof.
  known_size integer,
  seen_at timestamptz not null
);

-- Keys of the log and of receipts, sealed like seeds. `name` is the key name: for the log, its origin.
create table log_key (
  name text primary key,
  purpose text not null unique check (purpose in ('log', 'receipt')),
  vkey text not null,
  sealed text not null check (starts_with(sealed, 'sealed1.'))
);

-- Policies that create leaves name by their hash. Append-only.
create table log_policy (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  policy text not null,
  created_at timestamptz not null
);

-- The key of a giveaway, from which holders and the shop's nonces follow. Deleted with the retention: then a leaf names no person.
create table holder_key (
  giveaway_id uuid primary key,
  sealed text not null check (starts_with(sealed, 'sealed1.'))
);

-- Entries of giveaways that are still to be drawn. Removed cards too, because the numbers of cards have no gap.
insert into draw_event (giveaway_id, at, kind, entry_id, person_id, number, source, received_on, card_number)
  select e.giveaway_id, e.created_at, case when e.is_private then 'mail' else 'enter' end, e.id, coalesce(e.user_id, e.id), e.slot_number,
    case when e.is_private then null when e.is_staff then 'staff' when e.is_auto_entry then 'auto' else 'credit' end,
    case when e.is_private then coalesce(e.mail_received_on, (e.created_at at time zone 'UTC')::date) end,
    case when e.is_private then e.slot_number - g.total_slots end
  from giveaway_entry e join giveaway g on g.id = e.giveaway_id
  where g.archived_at is null and not exists (select from draw d where d.giveaway_id = g.id)
    and (e.is_private or (e.removed_at is null and e.dispute_id is null))
  order by e.giveaway_id, e.is_private, case when not e.is_private then e.created_at end, e.slot_number;
insert into draw_event (giveaway_id, at, kind, entry_id, person_id, number, reason)
  select e.giveaway_id, coalesce(e.removed_at, e.created_at), 'out', e.id, coalesce(e.user_id, e.id), e.slot_number, 'staff'
  from giveaway_entry e join giveaway g on g.id = e.giveaway_id
  where g.archived_at is null and not exists (select from draw d where d.giveaway_id = g.id)
    and e.is_private and (e.removed_at is not null or e.is_staff)
  order by e.giveaway_id, e.slot_number;
