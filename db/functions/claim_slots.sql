-- Takes slots for credits, all or none, in one statement, so that a claim is one round trip (commands/enter-giveaway.server.ts).
-- Returns refusal null with the balances, or the code of the first rule that refuses: claim_refusal_by_giveaway, then what a pick finds,
-- then claim_refusal_by_person.
-- p_entry_limits has the default entry limit of each tier, { tier: number }, from src/features/draw-log/rules.ts.
-- A lost race raises RD001 with the code as message, which rolls back the writes before it.
-- p_slots ascends, and so do the slots that the claim picks: rows are written, and locked, in that order.
-- p_marks has a mark for each slot, by position. The claim writes its claim_event itself; without marks the trigger of
-- giveaway_entry writes the events (record_draw_event). p_holder is the person as the leaves name it.
-- Plans are generic, because a seventh of the statement's time was planning, and without sequential scans, because a session keeps the
-- plan that it made while a table was small (docs/decisions/0060-plans-by-index.md, 0078-claim-at-its-floor.md).
create or replace function claim_slots(
  p_giveaway uuid, p_user uuid, p_slots integer[], p_pick integer, p_entry_ids uuid[], p_transfer_ids uuid[],
  p_now timestamptz, p_is_staff boolean, p_is_auto boolean, p_born_until date, p_entry_limits jsonb,
  p_marks text[], p_holder text,
  out refusal text, out slots integer[], out existing integer,
  out bronze integer, out silver integer, out gold integer, out platinum integer
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  g record;
  person record;
  inserted integer;
  remaining integer;
  locked text;
  k integer := coalesce(p_pick, cardinality(p_slots));
begin
  -- Assigned, not performed: an expression runs without an executor of its own. Each statement below has a later snapshot.
  locked := pg_advisory_xact_lock_shared(giveaway_lock(p_giveaway));
  -- The taken slots are read without a lock: in a rush this refuses most claims.
  select tier, title, total_slots, starts_at, ends_at, early_access_at, subscription_visibility_only, closed_at, archived_at, published_at,
      eligible_states, minimum_age, rules_version, coalesce(entry_limit, (p_entry_limits ->> tier::text)::integer) as entry_limit,
      case when p_pick is null then array(
        select e.slot_number from giveaway_entry e
        where e.giveaway_id = p_giveaway and e.slot_number = any (p_slots) and e.removed_at is null order by e.slot_number
      ) end as taken
    into g from giveaway where id = p_giveaway;
  if p_pick is null and p_slots[k] > g.total_slots then
    g.taken := g.taken || array(select wanted from unnest(p_slots) wanted where wanted > g.total_slots order by wanted);
  end if;
  refusal := claim_refusal_by_giveaway(p_user, p_is_staff, p_now, g.published_at, g.archived_at, g.closed_at, g.ends_at, g.starts_at,
    g.early_access_at, g.subscription_visibility_only, g.taken);
  if refusal is not null then
    if refusal = 'slot_taken' then slots := g.taken; end if;
    return;
  end if;

  slots := p_slots;
  if p_pick is not null then
    select array_agg(free order by free) into slots from (
      select free from generate_series(1, g.total_slots) free
      where not exists (select from giveaway_entry e where e.giveaway_id = p_giveaway and e.slot_number = free and e.removed_at is null)
      order by random() limit p_pick
    ) picked;
    if slots is null then refusal := 'sold_out'; return; end if;
    if cardinality(slots) < k then refusal := 'too_few_free'; return; end if;
  end if;

  select u.birth_date, a.country, a.state, coalesce(p.entry_count, 0) as entry_count, c.* into person
    from users u
    left join shipping_address a on a.user_id = u.id
    left join giveaway_participant p on p.giveaway_id = p_giveaway and p.user_id = u.id
    cross join lateral (
      select coalesce(max(available) filter (where tier = g.tier), 0) as available,
        coalesce(max(available) filter (where tier = 'Bronze'), 0) as bronze,
        coalesce(max(available) filter (where tier = 'Silver'), 0) as silver,
        coalesce(max(available) filter (where tier = 'Gold'), 0) as gold,
        coalesce(max(available) filter (where tier = 'Platinum'), 0) as platinum
      from credit_account where user_id = p_user
    ) c
    where u.id = p_user;
  existing := person.entry_count;
  refusal := claim_refusal_by_person(person.birth_date, p_born_until, g.eligible_states, g.minimum_age, person.country, person.state, p_now,
    existing, k, g.entry_limit, person.available);
  if refusal is not null then return; end if;

  -- Each write has a guard, because the rows may have changed since they were read. All writers keep this order, so that they wait
  -- and never deadlock: participant, credit account, slots in ascending order.
  insert into giveaway_participant as p (giveaway_id, user_id, entry_count) values (p_giveaway, p_user, k)
    on conflict (giveaway_id, user_id) do update set entry_count = p.entry_count + k
      where p.entry_count + k <= g.entry_limit;
  if not found then raise exception 'entry_limit' using errcode = 'RD001'; end if;

  update credit_account set available = available - k, spent = spent + k
    where user_id = p_user and tier = g.tier and available >= k
    returning available into remaining;
  if not found then raise exception 'credit_needed' using errcode = 'RD001'; end if;

  insert into giveaway_entry (id, giveaway_id, user_id, slot_number, is_auto_entry, is_staff, created_at, created_by, mark, rules_version)
    select unnest(p_entry_ids), p_giveaway, p_user, unnest(slots), p_is_auto, p_is_staff, p_now, p_user, unnest(p_marks), g.rules_version
    on conflict (giveaway_id, slot_number) where removed_at is null do nothing;
  get diagnostics inserted = row_count;
  if inserted < k then
    raise exception 'slot_taken' using errcode = 'RD001', detail = (
      select string_agg(wanted::text, ',' order by wanted) from unnest(slots) wanted
      where not exists (select from giveaway_entry e
        where e.giveaway_id = p_giveaway and e.slot_number = wanted and e.id = any (p_entry_ids)));
  end if;

  -- After the slots, so that the event of a slot's next owner has the higher id.
  if p_marks is not null then
    insert into claim_event (giveaway_id, at, person_id, source, entry_ids, numbers, marks, holder) values (
      p_giveaway, p_now, p_user, case when p_is_staff then 'staff' when p_is_auto then 'auto' else 'credit' end,
      p_entry_ids, slots, p_marks, p_holder);
  end if;

  insert into credit_transfer
      (id, user_id, tier, debit, credit, amount, kind, source_type, source_id, description, actor_id, created_at)
    select unnest(p_transfer_ids), p_user, g.tier, 'available', 'spent', 1, 'entry', 'entry', unnest(p_entry_ids)::text,
      'Slot ' || unnest(slots) || ', ' || g.title, p_user, p_now;

  bronze := case g.tier when 'Bronze' then remaining else person.bronze end;
  silver := case g.tier when 'Silver' then remaining else person.silver end;
  gold := case g.tier when 'Gold' then remaining else person.gold end;
  platinum := case g.tier when 'Platinum' then remaining else person.platinum end;
end $$;

-- The function of 0.9.0. It is replaced and not dropped: a claim of 0.9.0 that runs in the moment of a drop fails (docs/decisions/0061).
create or replace function claim_slots(
  p_giveaway uuid, p_user uuid, p_slots integer[], p_pick integer, p_entry_ids uuid[], p_transfer_ids uuid[],
  p_now timestamptz, p_is_staff boolean, p_is_auto boolean, p_born_until date, p_entry_limits jsonb,
  out refusal text, out slots integer[], out existing integer,
  out bronze integer, out silver integer, out gold integer, out platinum integer
) language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  select c.refusal, c.slots, c.existing, c.bronze, c.silver, c.gold, c.platinum
    into refusal, slots, existing, bronze, silver, gold, platinum
    from claim_slots(p_giveaway, p_user, p_slots, p_pick, p_entry_ids, p_transfer_ids, p_now, p_is_staff, p_is_auto, p_born_until,
      p_entry_limits, null::text[], null::text) c;
end $$;

-- The one without the holder, which no release had.
drop function if exists claim_slots(uuid, uuid, integer[], integer, uuid[], uuid[], timestamptz, boolean, boolean, date, jsonb, text[]);
