-- Writes claims of different users and different slots in one statement: claims that arrive together share its five writes and its commit
-- (commands/claim-slots.server.ts, docs/decisions/0078-claim-at-its-floor.md). All parameters but the limits have a value for each claim; lists
-- of a claim are text in PostgreSQL's notation, because arrays of arrays must be rectangular.
-- The rules are those of claim_slots, by the same two functions: entries/each-refusal.test.ts compares both doors. A claim that a rule refuses is not
-- written, the others are. `busy` says that the claim's giveaway is locked, so that it must wait without the others.
-- A lost race raises RD001, and a lock that is held for longer than lock_timeout fails the statement: then no claim is written, and the caller writes
-- each alone. balances and remaining: available credits by tier as read, and those of the giveaway's tier after the claim.
-- Plans as in claim_slots; joins by nested loops alone, because a plan that was made while a table was small hashes or materializes all of it.
create or replace function claim_slots_together(
  p_giveaways uuid[], p_users uuid[], p_are_staff boolean[], p_nows timestamptz[], p_born_until date[], p_holders text[],
  p_slots text[], p_entry_ids text[], p_transfer_ids text[], p_marks text[], p_entry_limits jsonb,
  out refusals text[], out taken text[], out existing integer[], out tiers text[], out remaining integer[],
  out bronze integer[], out silver integer[], out gold integer[], out platinum integer[]
) language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set plan_cache_mode = force_generic_plan set lock_timeout = '250ms' as $$
declare
  locked boolean[];
  accepted integer[];
  titles text[];
  versions integer[];
  counts integer[];
  slot_count integer;
  written integer;
begin
  -- Alone, so that the reads below have a later snapshot.
  select array_agg(pg_try_advisory_xact_lock_shared(giveaway_lock(giveaway))) into locked from unnest(p_giveaways) giveaway;

  select array_agg(refusal order by n), array_agg(taken_slots order by n), array_agg(entry_count order by n), array_agg(tier order by n),
      array_agg(b order by n), array_agg(s order by n), array_agg(g order by n), array_agg(p order by n),
      array_agg(title order by n), array_agg(rules_version order by n), array_agg(k order by n),
      array_agg(n order by n) filter (where refusal is null), sum(k) filter (where refusal is null)
    into refusals, taken, existing, tiers, bronze, silver, gold, platinum, titles, versions, counts, accepted, slot_count
    from (
      select c.n, c.k, g.tier::text, g.title, g.rules_version, c.entry_count, m.b, m.s, m.g, m.p, t.taken_slots::text,
        case
          when not locked[c.n] then 'busy'
          else coalesce(
            claim_refusal_by_giveaway(c.user_id, c.is_staff, c.now, g.published_at, g.archived_at, g.closed_at, g.ends_at, g.starts_at,
              g.early_access_at, g.subscription_visibility_only, t.taken_slots),
            claim_refusal_by_person(u.birth_date, c.born_until, g.eligible_states, g.minimum_age, a.country, a.state, c.now,
              c.entry_count, c.k, coalesce(g.entry_limit, (p_entry_limits ->> g.tier::text)::integer), m.available))
        end as refusal
      from (
        select n, giveaway_id, user_id, is_staff, now, born_until, slots::integer[] as slots, cardinality(slots::integer[]) as k,
          coalesce((
            select p.entry_count from giveaway_participant p where p.giveaway_id = c.giveaway_id and p.user_id = c.user_id
          ), 0)::integer as entry_count
        from unnest(p_giveaways, p_users, p_are_staff, p_nows, p_born_until, p_slots) with ordinality
          as c(giveaway_id, user_id, is_staff, now, born_until, slots, n)
      ) c
      left join giveaway g on g.id = c.giveaway_id
      left join users u on u.id = c.user_id
      left join shipping_address a on a.user_id = c.user_id
      cross join lateral (
        select coalesce(max(available) filter (where tier = g.tier), 0) as available,
          coalesce(max(available) filter (where tier = 'Bronze'), 0) as b,
          coalesce(max(available) filter (where tier = 'Silver'), 0) as s,
          coalesce(max(available) filter (where tier = 'Gold'), 0) as g,
          coalesce(max(available) filter (where tier = 'Platinum'), 0) as p
        from credit_account where user_id = c.user_id
      ) m
      -- offset 0: evaluated once, not for each use of it.
      cross join lateral (
        select (array(
          select e.slot_number from giveaway_entry e
          where e.giveaway_id = c.giveaway_id and e.slot_number = any (c.slots) and e.removed_at is null order by e.slot_number
        ) || case when c.slots[c.k] > g.total_slots then array(select wanted from unnest(c.slots) wanted where wanted > g.total_slots) end
        ) as taken_slots offset 0
      ) t
    ) checked;
  if accepted is null then return; end if;

  -- The order of claim_slots, and within each table by key, so that concurrent claims wait and never deadlock.
  insert into giveaway_participant as p (giveaway_id, user_id, entry_count)
    select p_giveaways[n], p_users[n], counts[n] from unnest(accepted) n order by 1, 2
    on conflict (giveaway_id, user_id) do update set entry_count = p.entry_count + excluded.entry_count
      where p.entry_count + excluded.entry_count <= (
        select coalesce(g.entry_limit, (p_entry_limits ->> g.tier::text)::integer) from giveaway g where g.id = excluded.giveaway_id);
  get diagnostics written = row_count;
  if written < cardinality(accepted) then raise exception 'entry_limit' using errcode = 'RD001'; end if;

  with spent as (
    update credit_account a set available = a.available - c.k, spent = a.spent + c.k
      from (select n, p_users[n] as user_id, tiers[n]::tier as tier, counts[n] as k from unnest(accepted) n order by 2, 3) c
      where a.user_id = c.user_id and a.tier = c.tier and a.available >= c.k
      returning c.n, a.available
  )
  select array_agg((select available from spent where spent.n = c.n) order by c.n), (select count(*) from spent)
    into remaining, written from generate_subscripts(p_users, 1) c(n);
  if written < cardinality(accepted) then raise exception 'credit_needed' using errcode = 'RD001'; end if;

  insert into giveaway_entry (id, giveaway_id, user_id, slot_number, is_auto_entry, is_staff, created_at, created_by, mark, rules_version)
    select e.id, p_giveaways[n], p_users[n], e.slot, false, p_are_staff[n], p_nows[n], p_users[n], e.mark, versions[n]
      from unnest(accepted) n
      cross join lateral unnest(p_entry_ids[n]::uuid[], p_slots[n]::integer[], p_marks[n]::text[]) e(id, slot, mark)
      order by 2, 4
    on conflict (giveaway_id, slot_number) where removed_at is null do nothing;
  get diagnostics written = row_count;
  if written < slot_count then raise exception 'slot_taken' using errcode = 'RD001'; end if;

  -- After the slots, so that the event of a slot's next owner has the higher id.
  insert into claim_event (giveaway_id, at, person_id, source, entry_ids, numbers, marks, holder)
    select p_giveaways[n], p_nows[n], p_users[n], case when p_are_staff[n] then 'staff' else 'credit' end,
        p_entry_ids[n]::uuid[], p_slots[n]::integer[], p_marks[n]::text[], p_holders[n]
      from unnest(accepted) n;

  insert into credit_transfer
      (id, user_id, tier, debit, credit, amount, kind, source_type, source_id, description, actor_id, created_at)
    select t.id, p_users[n], tiers[n]::tier, 'available', 'spent', 1, 'entry', 'entry', t.entry_id,
        'Slot ' || t.slot || ', ' || titles[n], p_users[n], p_nows[n]
      from unnest(accepted) n
      cross join lateral unnest(p_transfer_ids[n]::uuid[], p_entry_ids[n]::text[], p_slots[n]::integer[]) t(id, entry_id, slot);
end $$;
