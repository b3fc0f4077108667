-- Enters one member into a Bronze giveaway with a random free slot and one Bronze credit, by claim_slots.
-- outcome: entered, not_wanted (any more), done_before, or the reason against it; slot: the slot of the entry.
create or replace function auto_enter(
  p_giveaway uuid, p_user uuid, p_entry uuid, p_transfer uuid, p_now timestamptz, p_born_until date, p_entry_limits jsonb,
  out outcome text, out slot integer
) language plpgsql set enable_seqscan = off as $$
declare
  picked integer[];
  tries integer := 0;
begin
  -- The giveaway's lock comes first, as in every claim, so that the giveaway does not change below.
  perform pg_advisory_xact_lock_shared(giveaway_lock(p_giveaway));
  if not exists (select from giveaway where id = p_giveaway and tier = 'Bronze') then outcome := 'not_eligible'; return; end if;
  -- Share-locked, so that a concurrent change of the preference waits, or applies here.
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
          p_giveaway, p_user, null, 1, array[p_entry], array[p_transfer], p_now, false, true, p_born_until, p_entry_limits) c;
        exit;
      exception when sqlstate 'RD001' then
        -- Another claim took the picked slot: pick again.
        outcome := sqlerrm;
        tries := tries + 1;
        exit when outcome <> 'slot_taken' or tries = 8;
      end;
    end loop;
  end if;

  if outcome is null then
    outcome := 'entered';
    slot := picked[1];
  elsif outcome in ('already_in', 'under_age', 'address_needed', 'entry_limit', 'credit_needed', 'sold_out', 'under_giveaway_age',
    'address_abroad', 'state_unknown', 'state_excluded') then
    update auto_entry set entry_id = null, skipped = outcome where giveaway_id = p_giveaway and user_id = p_user;
  else
    -- The refusal concerns the giveaway, so that the member may be entered later.
    delete from auto_entry where giveaway_id = p_giveaway and user_id = p_user;
  end if;
end $$;
