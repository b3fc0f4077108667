-- Membership from the shopper's side: what it costs, when it was billed, whether it ends with its period, its monthly benefit.
alter table membership
  -- What is billed for a whole period. The default is for memberships given by hand, which bill nobody.
  add column price_cents integer not null default 2499 check (price_cents >= 0),
  -- When the running period was billed; unknown for a membership given by hand.
  add column current_period_started_at timestamptz,
  add column cancel_at_period_end boolean not null default false,
  -- When the benefits ended; cancelled_at says when that was decided.
  add column ended_at timestamptz,
  -- The last calendar month (UTC, YYYY-MM) whose benefit was given, and when. The month only ever grows.
  add column benefit_month text not null default '' check (benefit_month ~ '^(\d{4}-\d\d)?$'),
  add column benefit_issued_at timestamptz,
  -- Which reading of the provider this row shows: of two readings at once the later one stays.
  add column reading bigint not null default 0;

-- Numbers readings in their order, whatever the clocks of the processes say.
create sequence membership_reading;

update membership set price_cents = 12 * 2499 where plan = 'yearly';
update membership set current_period_started_at = greatest(started_at,
    current_period_ends_at - case plan when 'yearly' then interval '1 year' else interval '1 month' end)
  where provider_id is not null;
update membership m set benefit_month = given.month, benefit_issued_at = given.at
  from (
    select user_id, max(right(source_id, 7)) as month, max(created_at) as at from credit_transfer
    where kind = 'benefit' and source_type = 'membership' group by user_id
  ) given
  where given.user_id = m.user_id;

-- Whose benefit is due; a run takes them in this order, and who has it leaves the range.
create index membership_benefit on membership (benefit_month, id) where status = 'active';
-- Whose period is over without a word of what came after it.
create index membership_period on membership (current_period_ends_at) where status <> 'cancelled';
create index membership_user on membership (user_id, started_at desc);

-- Whoever subscribes in the dashboard comes back to the dashboard. It is stored with the order, as the payment page must
-- be opened with the same words when it is asked for again.
alter table customer_order
  add column return_to text not null default 'checkout' check (return_to in ('checkout', 'dashboard'));
