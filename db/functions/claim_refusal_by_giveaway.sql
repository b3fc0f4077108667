-- Why a giveaway may not be entered by a claim: the first rule that refuses, or null. The one definition for a lone claim (claim_slots) and
-- for claims together, before a row of the person is read: in a rush most claims end here. A giveaway that is not there has only nulls.
-- p_taken has the wanted slots that are not free; null for a claim of any slots. One expression over values, so that PostgreSQL writes it
-- into its callers and no call remains (docs/decisions/0078-claim-at-its-floor.md).
create or replace function claim_refusal_by_giveaway(
  p_user uuid, p_is_staff boolean, p_now timestamptz, p_published_at timestamptz, p_archived_at timestamptz, p_closed_at timestamptz,
  p_ends_at timestamptz, p_starts_at timestamptz, p_early_access_at timestamptz, p_for_members boolean, p_taken integer[]
) returns text language sql stable as $$
  select case
    when p_archived_at is not null or p_published_at is null then 'giveaway_not_found'
    when p_closed_at is not null or p_ends_at <= p_now then 'giveaway_ended'
    when not p_is_staff and (p_for_members or p_starts_at > p_now) and not is_subscriber(p_user)
      then case when p_for_members then 'not_eligible' else 'not_yet' end
    when not p_is_staff and (p_for_members or p_starts_at > p_now) and p_early_access_at > p_now then 'not_yet_for_subscribers'
    when p_taken <> '{}' then 'slot_taken'
  end
$$;
