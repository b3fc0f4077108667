-- A giveaway has numbered slots; a credit of its tier takes one; a winner is drawn from the taken ones, once.

create table giveaway (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 140),
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) between 1 and 5000),
  tier tier not null,
  category text not null,
  value_cents integer not null check (value_cents >= 0),
  total_slots integer not null check (total_slots between 1 and 100000),
  -- Entries of one person; null is the tier's default (rules.ts).
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
  -- SHA-256 of the secret draw seed in hex: public from the first moment, so that the seed cannot be chosen later.
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  closed_at timestamptz,
  closed_reason text check (closed_reason in ('ended', 'sold_out', 'drawn_early')),
  closed_by uuid references users (id),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((closed_at is null) = (closed_reason is null))
);
create index giveaway_open on giveaway (ends_at) where closed_at is null and archived_at is null;
create index giveaway_closed on giveaway (closed_at desc, id desc) where closed_at is not null;

-- Apart from the giveaway, so that no query that reads one can carry the secret out.
create table giveaway_seed (
  giveaway_id uuid primary key references giveaway (id),
  seed text not null check (seed ~ '^[0-9a-f]{64}$')
);
create trigger giveaway_seed_append_only before update or delete on giveaway_seed
  for each row execute function refuse_change();
create trigger giveaway_seed_no_truncate before truncate on giveaway_seed
  for each statement execute function refuse_change();

-- How many live bought entries a person has: the row that guards the limit, waited for by that person alone.
-- Neither it nor the entry refers to the giveaway by a foreign key: the check would share-lock the one row that all claims
-- of a giveaway have in common. That hardly slows them (measured: within 5%), but every two claims at once would leave a
-- multixact of that row to be vacuumed. claim_slots reads the giveaway itself, and giveaways are never deleted.
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
  -- A free entry by mail; its number comes after the last slot that can be bought.
  is_private boolean not null default false,
  -- Taken by staff to try the giveaway; left out of the draw.
  is_staff boolean not null default false,
  mail_name text,
  mail_email text,
  created_at timestamptz not null,
  created_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  check (user_id is not null or (is_private and mail_name is not null and mail_email is not null))
);
-- What makes it impossible that a slot is taken twice.
create unique index giveaway_entry_slot on giveaway_entry (giveaway_id, slot_number) where removed_at is null;
create index giveaway_entry_user on giveaway_entry (user_id, created_at desc, id desc) where user_id is not null;

-- The result. Its key lets a giveaway be drawn once; nobody can change it afterwards.
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
create index draw_drawn_at on draw (drawn_at desc);
create trigger draw_append_only before update or delete on draw for each row execute function refuse_change();
create trigger draw_no_truncate before truncate on draw for each statement execute function refuse_change();

-- The lock of one giveaway: claims hold it shared, closing and drawing hold it alone.
create function giveaway_lock(giveaway uuid) returns bigint language sql immutable parallel safe
  return uuid_hash_extended(giveaway, 0);

-- Takes slots for credits, all or none. One statement, so that a claim is one round trip; see commands/enter-giveaway.
-- Answers `refusal` null and the balances, or the code of the first rule that says no, in the order of the checks here.
-- What only a race can bring about is raised as RD001 with the code as its message, to undo what was written before it.
create function claim_slots(
  p_giveaway uuid, p_user uuid, p_slots integer[], p_pick integer, p_entry_ids uuid[], p_transfer_ids uuid[],
  p_now timestamptz, p_is_staff boolean, p_is_auto boolean, p_born_until date,
  out refusal text, out slots integer[], out existing integer,
  out bronze integer, out silver integer, out gold integer, out platinum integer
) language plpgsql as $$
declare
  g record;
  person record;
  inserted integer;
  k integer := coalesce(p_pick, cardinality(p_slots));
begin
  perform pg_advisory_xact_lock_shared(giveaway_lock(p_giveaway));
  select tier, title, total_slots, starts_at, ends_at, early_access_at, subscription_visibility_only, closed_at, archived_at,
      coalesce(entry_limit, case when tier in ('Bronze', 'Silver') then 5 else 10 end) as entry_limit
    into g from giveaway where id = p_giveaway;
  if not found or g.archived_at is not null then refusal := 'giveaway_not_found'; return; end if;
  if g.closed_at is not null or g.ends_at <= p_now then refusal := 'giveaway_ended'; return; end if;

  if not p_is_staff and (g.subscription_visibility_only or g.starts_at > p_now) then
    if exists (select from membership where user_id = p_user and status = 'active') then
      if g.early_access_at > p_now then refusal := 'not_yet_for_subscribers'; return; end if;
    elsif g.subscription_visibility_only then refusal := 'not_eligible'; return;
    else refusal := 'not_yet'; return;
    end if;
  end if;

  if p_pick is null then
    -- Read without a lock: in a stampede this answers nearly everybody.
    select array_agg(slot_number order by slot_number) into slots from giveaway_entry
      where giveaway_id = p_giveaway and slot_number = any (p_slots) and removed_at is null;
    if p_slots[cardinality(p_slots)] > g.total_slots then
      slots := slots || array(select wanted from unnest(p_slots) wanted where wanted > g.total_slots order by wanted);
    end if;
    if slots is not null then refusal := 'slot_taken'; return; end if;
    slots := p_slots;
  else
    select array_agg(free order by free) into slots from (
      select free from generate_series(1, g.total_slots) free
      where not exists (select from giveaway_entry e where e.giveaway_id = p_giveaway and e.slot_number = free and e.removed_at is null)
      order by random() limit p_pick
    ) picked;
    if slots is null then refusal := 'sold_out'; return; end if;
    if cardinality(slots) < k then refusal := 'too_few_free'; return; end if;
  end if;

  select u.birth_date, a.user_id is not null as has_address, coalesce(c.available, 0) as available,
      coalesce(p.entry_count, 0) as entry_count into person
    from users u
    left join shipping_address a on a.user_id = u.id
    left join giveaway_participant p on p.giveaway_id = p_giveaway and p.user_id = u.id
    left join credit_account c on c.user_id = u.id and c.tier = g.tier
    where u.id = p_user;
  existing := person.entry_count;
  if person.birth_date is null or person.birth_date > p_born_until then refusal := 'under_age'; return; end if;
  if not person.has_address then refusal := 'address_needed'; return; end if;
  if existing + k > g.entry_limit then refusal := 'entry_limit'; return; end if;
  if person.available < k then refusal := 'credit_needed'; return; end if;

  -- From here on things are written, each write with its own guard, because what was read may have changed meanwhile:
  -- participant, credit account, slots in ascending order. Whoever writes these keeps this order.
  insert into giveaway_participant as p (giveaway_id, user_id, entry_count) values (p_giveaway, p_user, k)
    on conflict (giveaway_id, user_id) do update set entry_count = p.entry_count + k
      where p.entry_count + k <= g.entry_limit;
  if not found then raise exception 'entry_limit' using errcode = 'RD001'; end if;

  update credit_account set available = available - k, spent = spent + k
    where user_id = p_user and tier = g.tier and available >= k;
  if not found then raise exception 'credit_needed' using errcode = 'RD001'; end if;

  insert into giveaway_entry (id, giveaway_id, user_id, slot_number, is_auto_entry, is_staff, created_at, created_by)
    select id, p_giveaway, p_user, slot, p_is_auto, p_is_staff, p_now, p_user
    from unnest(p_entry_ids, slots) as wanted (id, slot) order by slot
    on conflict (giveaway_id, slot_number) where removed_at is null do nothing;
  get diagnostics inserted = row_count;
  if inserted < k then
    raise exception 'slot_taken' using errcode = 'RD001', detail = (
      select string_agg(wanted::text, ',' order by wanted) from unnest(slots) wanted
      where not exists (select from giveaway_entry e
        where e.giveaway_id = p_giveaway and e.slot_number = wanted and e.id = any (p_entry_ids)));
  end if;

  insert into credit_transfer
      (id, user_id, tier, debit, credit, amount, kind, source_type, source_id, description, actor_id, created_at)
    select transfer, p_user, g.tier, 'available', 'spent', 1, 'entry', 'entry', entry::text,
      'Slot ' || slot || ', ' || g.title, p_user, p_now
    from unnest(p_transfer_ids, p_entry_ids, slots) as moved (transfer, entry, slot);

  select coalesce(max(available) filter (where tier = 'Bronze'), 0), coalesce(max(available) filter (where tier = 'Silver'), 0),
      coalesce(max(available) filter (where tier = 'Gold'), 0), coalesce(max(available) filter (where tier = 'Platinum'), 0)
    into bronze, silver, gold, platinum from credit_account where user_id = p_user;
end $$;
