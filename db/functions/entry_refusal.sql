-- Why a person may not enter a giveaway by its own terms: the first rule that refuses, or null. The one definition for claims, auto-entry,
-- swaps and the look at the entrants before the freeze. src/features/giveaways/giveaway/eligibility/rules.ts has it for screens and for cards.
-- p_age is the giveaway's own minimum age, or null.
create or replace function entry_refusal(
  p_states text[], p_age integer, p_born date, p_country text, p_state text, p_now timestamptz
) returns text language sql stable parallel safe as $$
  select case
    when p_age is not null and (p_born is null or p_born > (shop_day(p_now) - make_interval(years => p_age))::date)
      then 'under_giveaway_age'
    -- By the sweepstakes rules, wherever the shop ships to.
    when p_country is null then 'address_needed'
    when p_country <> 'US' then 'address_abroad'
    -- Most addresses hold the code itself, which needs no reading.
    when p_state = any (p_states) then null
    when us_state(p_state) is null then 'state_unknown'
    when us_state(p_state) <> all (p_states) then 'state_excluded'
  end
$$;
