-- What the payment provider says of our money, written down as it says it and apart from what we settle, and where the two
-- disagree.

-- How far each of the provider's lists has been read. A pass goes from the newest back to `since`, page by page, and may be
-- gone on with by another process; what comes while it runs belongs to the next.
create table provider_pass (
  list text primary key check (list in ('charges', 'refunds', 'checkouts', 'subscriptions', 'invoices')),
  -- The pass under way; null between two.
  depth text check (depth in ('fresh', 'usual', 'deep')),
  since timestamptz,
  started_at timestamptz,
  -- The last object of the page before.
  page_after text,
  -- Everything made before this moment has been read at least once; null until the first pass, which goes back to the beginning.
  covered_until timestamptz,
  -- When the last passes of three and of forty days began.
  usual_at timestamptz,
  deep_at timestamptz,
  constraint is_running check ((depth is null) = (since is null) and (depth is null) = (started_at is null)
    and (depth is not null or page_after is null))
);
insert into provider_pass (list) values ('charges'), ('refunds'), ('checkouts'), ('subscriptions'), ('invoices');

-- One process reconciles at a time. A lease, as a run takes longer than a connection should be held; its end is by the
-- clock of the database, so a process that died keeps nobody waiting for long.
create table reconciler (
  singleton boolean primary key default true check (singleton),
  leased_until timestamptz not null default '-infinity',
  -- When a run last compared the books: recent days, and all of them.
  compared_at timestamptz,
  compared_all_at timestamptz,
  -- How far the comparison of all of them has come; null between two.
  comparing_all_from timestamptz
);
insert into reconciler default values;

-- Each charge and each refund as the provider has it.
create table provider_payment (
  -- The provider's.
  id text primary key,
  kind text not null check (kind in ('charge', 'refund')),
  -- Of a charge: succeeded or failed.
  status text not null check (status in ('succeeded', 'pending', 'failed')),
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  -- What of it counts in sums: a charge that succeeded, a refund that has not failed, and dollars alone.
  counted_cents integer not null generated always as (
    case when currency = 'usd' and case kind when 'charge' then status = 'succeeded' else status <> 'failed' end
      then amount_cents else 0 end) stored,
  payment_intent_id text,
  -- The order that the provider names, if it is one of ours; a refund has it of its charge.
  order_id uuid,
  -- Of a membership's payment.
  invoice_id text,
  subscription_id text,
  at timestamptz not null,
  seen_at timestamptz not null,
  -- The time of the agreeing payment or refund in our books; null while there is none.
  booked_at timestamptz
);
create index provider_payment_at on provider_payment (at, id) include (kind, counted_cents);
create index provider_payment_order on provider_payment (order_id) where order_id is not null;
create index provider_payment_intent on provider_payment (payment_intent_id);
create index provider_payment_invoice on provider_payment (invoice_id) where invoice_id is not null;
-- What was not booked within the hour, be it the wrong side of midnight or not at all.
create index provider_payment_apart on provider_payment (at)
  where booked_at is null or booked_at - at not between interval '-1 hour' and interval '1 hour';

-- Subscriptions as last seen at the provider, in our words for their states.
create table provider_subscription (
  id text primary key,
  status text not null check (status in ('active', 'past_due', 'cancelled')),
  order_id uuid,
  began_at timestamptz not null,
  seen_at timestamptz not null
);

-- Where our books and the provider's disagree.
create table discrepancy (
  id uuid primary key,
  kind text not null check (kind in ('charge_unknown', 'charge_unsettled', 'charge_extra', 'charge_missing', 'charge_differs',
    'renewal_unknown', 'refund_unknown', 'refund_missing', 'refund_differs', 'refund_unsent', 'subscription_unknown',
    'subscription_missing')),
  -- What it is about: an id of ours or of the provider.
  subject text not null,
  provider_id text,
  order_id uuid,
  user_id uuid,
  -- What each side says, in words, and in cents and when where it is money.
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
  -- When staff settled it otherwise, who, and how. It is no longer asked about unless what either side says changes.
  closed_at timestamptz,
  closed_by uuid,
  note text check (length(note) between 1 and 500),
  constraint closed_by_staff check ((closed_at is null) = (closed_by is null) and (closed_at is null or note is not null))
);
create unique index discrepancy_live on discrepancy (kind, subject) where resolved_at is null;
create index discrepancy_open on discrepancy (first_seen_at desc, id desc) where resolved_at is null and closed_at is null;
create index discrepancy_order on discrepancy (order_id);
create index discrepancy_user on discrepancy (user_id);

-- Every try of staff or a shopper to have a payment settled by hand, with what came of it.
create table settlement_attempt (
  id uuid primary key,
  session_id text not null,
  order_id uuid,
  -- Whose credits it was about; null when the payment belongs to nobody here.
  user_id uuid,
  actor_id uuid not null,
  status text not null check (status in ('success', 'failed', 'duplicate', 'pending', 'missing_audit')),
  issue text,
  at timestamptz not null
);
create index settlement_attempt_user on settlement_attempt (user_id, at desc);
create index settlement_attempt_at on settlement_attempt (at desc);
create trigger settlement_attempt_append_only before update or delete on settlement_attempt
  for each row execute function refuse_change();

-- Days that are over, summed up on both sides; the page of revenue does not add up a million rows.
create table balance_day (
  -- In UTC.
  day date primary key,
  orders_cents bigint not null,
  payments_cents bigint not null,
  -- Refunds as our books have them, and as the provider has them.
  refunds_cents bigint not null,
  repaid_cents bigint not null
);

-- Our books as far as the provider has a part in them. Reconciliation reads these, and not the tables of other features.
create view book_order as
  select id, number, user_id, email, status, session_id, payment_intent_id, subscription_id, created_at, paid_at
  from customer_order where payment_method = 'stripe';

-- Whoever took their money, orders earn credits alike.
create view book_credited_order as
  select id, user_id, status, session_id, created_at, paid_at from customer_order;

create view book_membership as
  select provider_id as id, user_id, status, started_at from membership where provider_id is not null;

create view book_invoice as
  select id, user_id, status, reason, amount_cents, payment_intent_id, paid_at from membership_invoice;

-- What was paid, by orders and by memberships that go on; the first payment of a membership is its order's.
create view book_payment as
  select 'order' as source, id::text as subject, id as order_id, null::text as invoice_id, user_id, payment_intent_id,
    total_cents as amount_cents, currency, paid_at as at
  from customer_order where status = 'paid' and payment_method = 'stripe' and total_cents > 0
  union all
  select 'renewal', id, null, id, user_id, payment_intent_id, amount_cents, 'usd', paid_at
  from membership_invoice where status = 'paid' and reason <> 'first' and amount_cents > 0;

create view book_refund as
  -- It counts from its decision, as in the report of revenue.
  select r.id::text as id, r.order_id, o.user_id, o.payment_intent_id, r.provider_id, r.status, r.amount_cents, o.currency,
    r.created_at as at
  from refund r join customer_order o on o.id = r.order_id
  where o.payment_method = 'stripe' and r.amount_cents > 0
  union all
  select r.id, null, i.user_id, i.payment_intent_id, r.id, r.status, r.amount_cents, 'usd', r.created_at
  from membership_refund r join membership_invoice i on i.id = r.invoice_id;

-- What a second gateway took and paid back. No list of its own tells of that, so it stands on our side alone.
create view book_gateway_money as
  select 'payments' as of, id as order_id, total_cents as amount_cents, paid_at as at
  from customer_order where status = 'paid' and payment_method = 'gateway' and total_cents > 0
  union all
  select 'refunds', r.order_id, r.amount_cents, r.created_at
  from refund r join customer_order o on o.id = r.order_id
  where o.payment_method = 'gateway' and r.amount_cents > 0 and r.status <> 'failed';
create index customer_order_gateway on customer_order (paid_at) include (total_cents)
  where payment_method = 'gateway' and status = 'paid';

-- Every step in which credits came or were taken back; what is spent on entries and comes back from them is none.
create view book_credit as
  select id, user_id, tier, case credit when 'available' then amount else -amount end as amount, kind, source_type, source_id,
    created_at as at
  from credit_transfer where kind in ('earned', 'benefit', 'granted', 'subtracted', 'reversed');

-- What an order earns when it is settled.
create view book_earning as
  select order_id, tier, sum(entries * quantity)::integer as amount from order_line group by order_id, tier;

-- Why an order is held for review.
create view book_review as
  select order_id, note, at from order_event where kind = 'review';

-- What the provider told of payment pages that were paid.
create view book_session_event as
  select event_id as id, object_id as session_id, received_at as at from webhook_event
  where type like 'checkout.session.%' and type <> 'checkout.session.expired';

-- A demo's past was paid to nobody. Its provider is as made up as its shoppers are.
insert into provider_payment (id, kind, status, amount_cents, currency, payment_intent_id, order_id, at, seen_at, booked_at)
  select replace(payment_intent_id, 'pi_', 'ch_'), 'charge', 'succeeded', amount_cents, currency, payment_intent_id, order_id,
    at, now(), at
  from book_payment where payment_intent_id like 'pi_demo_%';

-- Rows that only ever come in the order of time: small enough to cost the ledger and the inbox nothing.
create index credit_transfer_at on credit_transfer using brin (created_at);
create index webhook_event_at on webhook_event using brin (received_at);
-- What the provider told of a payment page.
create index webhook_event_object on webhook_event (object_id);
