-- Auto-entry: who wants it, what came of it for each giveaway, and the function that enters one member.

-- What holds for auto-entry: on since a membership began, or as its member said. It spends their credits, so no row means:
-- never told of it, and nothing is spent.
create table auto_entry_preference (
  user_id uuid primary key references users (id),
  enabled boolean not null,
  changed_at timestamptz not null
);

-- What auto-entry did for a member in a giveaway, once for ever: removed entries do not come back by it. Like the entry it has
-- no foreign key to the giveaway (see 0009_giveaways.sql).
create table auto_entry (
  giveaway_id uuid not null,
  user_id uuid not null references users (id),
  entry_id uuid,
  -- Why there is no entry: a refusal of claim_slots, or `already_in` for who had chosen a slot by hand.
  skipped text check (skipped in ('already_in', 'under_age', 'address_needed', 'entry_limit', 'credit_needed', 'sold_out')),
  created_at timestamptz not null,
  primary key (giveaway_id, user_id),
  check ((entry_id is null) = (skipped is not null))
);
create index auto_entry_user on auto_entry (user_id, created_at desc) where entry_id is not null;

-- When every member who wanted it had been entered. Giveaways that are open already had their moment before there was one.
alter table giveaway add column auto_entered_at timestamptz;
update giveaway set auto_entered_at = now() where early_access_at <= now() or closed_at is not null;
create index giveaway_auto_entry_due on giveaway (early_access_at)
  where auto_entered_at is null and closed_at is null and archived_at is null and tier = 'Bronze';

-- What auto-entry is for a person now. The earlier features ask this, and know nothing of the tables.
-- `enabled`: it is on, and they are a member. `opt_out`: they said no. `last_at`: when it entered them last, or null.
create function auto_entry_of(person uuid, out enabled boolean, out opt_out boolean, out last_at timestamptz)
language sql stable as $$
  select coalesce(wish.enabled, false) and is_subscriber(person), coalesce(not wish.enabled, false),
    (select max(created_at) from auto_entry where user_id = person and entry_id is not null)
  from (values (person)) as one (user_id) left join auto_entry_preference wish using (user_id)
$$;

-- Enters one member into a Bronze giveaway with a random free slot and one Bronze credit, by the claim that everybody makes.
-- `outcome`: entered, not_wanted (any more), done_before, or the reason why not; `slot` of the entry.
create function auto_enter(
  p_giveaway uuid, p_user uuid, p_entry uuid, p_transfer uuid, p_now timestamptz, p_born_until date,
  out outcome text, out slot integer
) language plpgsql as $$
declare
  picked integer[];
  tries integer := 0;
begin
  -- The giveaway's lock comes first, as in every claim; what is said about it below cannot change meanwhile.
  perform pg_advisory_xact_lock_shared(giveaway_lock(p_giveaway));
  if not exists (select from giveaway where id = p_giveaway and tier = 'Bronze') then outcome := 'not_eligible'; return; end if;
  -- Share-locked: somebody who changes their mind now waits, or was first and is obeyed.
  perform from auto_entry_preference where user_id = p_user and enabled for share;
  if not found or not is_subscriber(p_user) then outcome := 'not_wanted'; return; end if;

  insert into auto_entry (giveaway_id, user_id, entry_id, created_at) values (p_giveaway, p_user, p_entry, p_now)
    on conflict do nothing;
  if not found then outcome := 'done_before'; return; end if;

  if exists (select from giveaway_participant where giveaway_id = p_giveaway and user_id = p_user and entry_count > 0) then
    outcome := 'already_in';
  else
    loop
      begin
        select c.refusal, c.slots into outcome, picked from claim_slots(
          p_giveaway, p_user, null, 1, array[p_entry], array[p_transfer], p_now, false, true, p_born_until) c;
        exit;
      exception when sqlstate 'RD001' then
        -- Somebody was faster to take the slot that was picked: pick again.
        outcome := sqlerrm;
        tries := tries + 1;
        exit when outcome <> 'slot_taken' or tries = 8;
      end;
    end loop;
  end if;

  if outcome is null then
    outcome := 'entered';
    slot := picked[1];
  elsif outcome in ('already_in', 'under_age', 'address_needed', 'entry_limit', 'credit_needed', 'sold_out') then
    update auto_entry set entry_id = null, skipped = outcome where giveaway_id = p_giveaway and user_id = p_user;
  else
    -- It says something of the giveaway and nothing of the member.
    delete from auto_entry where giveaway_id = p_giveaway and user_id = p_user;
  end if;
end $$;
