-- Why a person may not claim slots of a giveaway that may be entered: the first rule that refuses, or null. The one definition for a lone
-- claim (claim_slots) and for claims together, and like claim_refusal_by_giveaway one expression that is written into both.
-- p_born_until is the last birth date that is old enough for the shop. p_entries are the person's entries that count for the limit.
create or replace function claim_refusal_by_person(
  p_born date, p_born_until date, p_states text[], p_age integer, p_country text, p_state text, p_now timestamptz,
  p_entries integer, p_wanted integer, p_entry_limit integer, p_available integer
) returns text language sql immutable as $$
  select case
    when p_born is null or p_born > p_born_until then 'under_age'
    else coalesce(
      entry_refusal(p_states, p_age, p_born, p_country, p_state, p_now),
      case
        when p_entries + p_wanted > p_entry_limit then 'entry_limit'
        when p_available < p_wanted then 'credit_needed'
      end)
  end
$$;
