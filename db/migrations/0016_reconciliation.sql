-- Payments as the provider reports them, separate from the ones that we settle, and the differences.

-- Progress in each list of the provider. A pass reads from the newest object back to `since`, page by page; another process may
-- continue it. Objects that appear during a pass belong to the next one.
create table provider_pass (
  list text primary key check (list in ('charges', 'refunds', 'checkouts', 'subscriptions', 'invoices', 'disputes')),
  -- The running pass; null between two.
  depth text check (depth in ('fresh', 'usual', 'deep')),
  since timestamptz,
  started_at timestamptz,
  -- The last object of the previous page.
  page_after text,
  -- Everything before this moment was read at least once; null until the first pass, which reads all.
  covered_until timestamptz,
  -- Starts of the last passes over 3 and over 40 days.
  usual_at timestamptz,
  deep_at timestamptz,
  constraint is_running check ((depth is null) = (since is null) and (depth is null) = (started_at is null)
    and (depth is not null or page_after is null))
);
insert into provider_pass (list)
  values ('charges'), ('refunds'), ('checkouts'), ('subscriptions'), ('invoices'), ('disputes');

-- One process reconciles at a time. A lease, because a run takes longer than a connection should be held. It ends by the
-- database's clock, so that a dead process blocks the others only until then.
create table reconciler (
  singleton boolean primary key default true check (singleton),
  leased_until timestamptz not null default '-infinity',
  -- When a run last compared recent days, and all days.
  compared_at timestamptz,
  compared_all_at timestamptz,
  -- Progress of the comparison of all days; null between two.
  comparing_all_from timestamptz
);
insert into reconciler default values;

-- Charges and refunds of the provider.
create table provider_payment (
  -- The provider's id.
  id text primary key,
  kind text not null check (kind in ('charge', 'refund')),
  -- A charge has succeeded or failed.
  status text not null check (status in ('succeeded', 'pending', 'failed')),
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  -- The part in sums: succeeded charges and refunds that have not failed, in dollars.
  counted_cents integer not null generated always as (
    case when currency = 'usd' and case kind when 'charge' then status = 'succeeded' else status <> 'failed' end
      then amount_cents else 0 end) stored,
  payment_intent_id text,
  -- The order that the provider names; a refund has the order of its charge.
  order_id uuid,
  -- Set for a payment of a membership.
  invoice_id text,
  subscription_id text,
  at timestamptz not null,
  seen_at timestamptz not null,
  -- The time of the matching payment or refund in our books; null without one.
  booked_at timestamptz
);
create index provider_payment_at on provider_payment (at, id) include (kind, counted_cents);
create index provider_payment_order on provider_payment (order_id) where order_id is not null;
create index provider_payment_intent on provider_payment (payment_intent_id);
create index provider_payment_invoice on provider_payment (invoice_id) where invoice_id is not null;
-- Payments that were not booked within the hour: on the other side of midnight, or never.
create index provider_payment_apart on provider_payment (at)
  where booked_at is null or booked_at - at not between interval '-1 hour' and interval '1 hour';

-- Subscriptions of the provider, with their states in our words.
create table provider_subscription (
  id text primary key,
  status text not null check (status in ('active', 'past_due', 'cancelled')),
  order_id uuid,
  began_at timestamptz not null,
  seen_at timestamptz not null
);

-- Disputes of the provider's list and their money, separate from the ones that we apply.
create table provider_dispute (
  id text primary key,
  is_open boolean not null,
  seen_at timestamptz not null
);
create index provider_dispute_open on provider_dispute (seen_at) where is_open;

create table provider_movement (
  id text primary key,
  dispute_id text not null references provider_dispute (id),
  amount_cents integer not null,
  fee_cents integer not null,
  at timestamptz not null
);
create index provider_movement_at on provider_movement (at);

-- Differences between our books and the provider's.
create table discrepancy (
  id uuid primary key,
  kind text not null check (kind in ('charge_unknown', 'charge_unsettled', 'charge_extra', 'charge_missing', 'charge_differs',
    'renewal_unknown', 'refund_unknown', 'refund_missing', 'refund_differs', 'refund_unsent', 'subscription_unknown',
    'subscription_missing', 'dispute_unbooked', 'dispute_unknown')),
  -- An id of ours or of the provider.
  subject text not null,
  provider_id text,
  order_id uuid,
  user_id uuid,
  -- Each side in words, and money in cents with its time.
  ours text not null,
  theirs text not null,
  ours_cents integer,
  theirs_cents integer,
  ours_at timestamptz,
  theirs_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When both sides agreed again.
  resolved_at timestamptz,
  -- When staff resolved it otherwise, who, and how. It opens again when either side changes.
  closed_at timestamptz,
  closed_by uuid,
  note text check (length(note) between 1 and 500),
  constraint closed_by_staff check ((closed_at is null) = (closed_by is null) and (closed_at is null or note is not null))
);
create unique index discrepancy_live on discrepancy (kind, subject) where resolved_at is null;
create index discrepancy_open on discrepancy (first_seen_at desc, id desc) where resolved_at is null and closed_at is null;
create index discrepancy_order on discrepancy (order_id);
create index discrepancy_user on discrepancy (user_id);

-- Attempts of staff or a shopper to settle a payment by hand, with their results. Append-only.
create table settlement_attempt (
  id uuid primary key,
  session_id text not null,
  order_id uuid,
  -- The user whose credits were concerned; null when the payment belongs to no user.
  user_id uuid,
  actor_id uuid not null,
  status text not null check (status in ('success', 'failed', 'duplicate', 'pending', 'missing_audit')),
  issue text,
  at timestamptz not null
);
create index settlement_attempt_user on settlement_attempt (user_id, at desc);
create index settlement_attempt_at on settlement_attempt (at desc);

-- Past days summed on both sides, so that the balance does not sum a million rows.
create table balance_day (
  -- In UTC.
  day date primary key,
  orders_cents bigint not null,
  payments_cents bigint not null,
  -- Refunds in our books, and at the provider.
  refunds_cents bigint not null,
  repaid_cents bigint not null
);

-- Our books of the provider's money. Reconciliation reads these views instead of other features' tables.
create view book_order as
  select id, number, user_id, email, status, session_id, payment_intent_id, subscription_id, created_at, paid_at
  from customer_order where payment_method = 'stripe';

-- Orders earn credits with every payment method.
create view book_credited_order as
  select id, user_id, status, session_id, created_at, paid_at from customer_order;

create view book_membership as
  select provider_id as id, user_id, status, started_at from membership where provider_id is not null;

create view book_invoice as
  select id, user_id, status, reason, amount_cents, payment_intent_id, paid_at from membership_invoice;

-- Payments of orders and renewals; the first payment of a membership is its order's.
create view book_payment as
  select 'order' as source, id::text as subject, id as order_id, null::text as invoice_id, user_id, payment_intent_id,
    total_cents as amount_cents, currency, paid_at as at
  from customer_order where status = 'paid' and payment_method = 'stripe' and total_cents > 0
  union all
  select 'renewal', id, null, id, user_id, payment_intent_id, amount_cents, 'usd', paid_at
  from membership_invoice where status = 'paid' and reason <> 'first' and amount_cents > 0;

-- A refund counts from its decision, as in the revenue report.
create view book_refund as
  select r.id::text as id, r.order_id, o.user_id, o.payment_intent_id, r.provider_id, r.status, r.amount_cents, o.currency,
    r.created_at as at
  from refund r join customer_order o on o.id = r.order_id
  where o.payment_method = 'stripe' and r.amount_cents > 0
  union all
  select r.id, null, i.user_id, i.payment_intent_id, r.id, r.status, r.amount_cents, 'usd', r.created_at
  from membership_refund r join membership_invoice i on i.id = r.invoice_id;

-- Money of a second gateway. No list of a provider confirms it, so that it stands on our side only.
create view book_gateway_money as
  select 'payments' as of, id as order_id, total_cents as amount_cents, paid_at as at
  from customer_order where status = 'paid' and payment_method = 'gateway' and total_cents > 0
  union all
  select 'refunds', r.order_id, r.amount_cents, r.created_at
  from refund r join customer_order o on o.id = r.order_id
  where o.payment_method = 'gateway' and r.amount_cents > 0 and r.status <> 'failed';

-- Credits issued and taken back; spending on entries is left out.
create view book_credit as
  select id, user_id, tier, case credit when 'available' then amount else -amount end as amount, kind, source_type, source_id,
    created_at as at
  from credit_transfer where kind in ('earned', 'benefit', 'granted', 'subtracted', 'reversed');

-- Credits that an order earns when it is settled.
create view book_earning as
  select order_id, tier, sum(entries * quantity)::integer as amount from order_line group by order_id, tier;

-- Why an order is in review.
create view book_review as
  select order_id, note, at from order_event where kind = 'review';

-- Webhooks about payment pages that were paid.
create view book_session_event as
  select event_id as id, object_id as session_id, received_at as at from webhook_event
  where type like 'checkout.session.%' and type <> 'checkout.session.expired';

create view book_dispute as
  select provider_id as id, order_id, invoice_id, amount_cents, status, is_inquiry, submission_count, opened_at as at
  from dispute;

create view book_movement as
  select m.id, m.dispute_id, d.provider_id, d.order_id, d.invoice_id, m.amount_cents, m.fee_cents, m.at
  from dispute_movement m join dispute d on d.id = m.dispute_id;

create view book_lost_order as
  select order_id, payment_intent_id, subscription_id, found_at, refunded_at from lost_order;
