-- Who may enter a giveaway: residents of these states from this age on. By default the 50 states and the District of Columbia, and the
-- minimum age of the settings alone.
alter table giveaway
  add column eligible_states text[] default array[
    'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA',
    'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX',
    'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'] not null,
  add column minimum_age smallint,
  add constraint giveaway_states_known check (
    cardinality(eligible_states) > 0 and eligible_states <@ array[
      'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA',
      'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX',
      'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP']),
  add constraint giveaway_age_lawful check (minimum_age between 21 and 99);

-- The reasons for which auto-entry passes over a member.
alter table auto_entry drop constraint auto_entry_skipped_check;
alter table auto_entry add constraint auto_entry_skipped_check check (skipped in (
  'already_in', 'under_age', 'address_needed', 'entry_limit', 'credit_needed', 'sold_out', 'under_giveaway_age',
  'address_abroad', 'state_unknown', 'state_excluded'));
