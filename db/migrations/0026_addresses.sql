-- Address and consents of a registration, so that a confirmation in any browser keeps them.
alter table registration
  add column shipping_address jsonb,
  -- { sms: { version, text } }: the consents that were given, with the wording beside their boxes.
  add column consents jsonb not null default '{}',
  add column user_agent text not null default '';

-- The tax that the address of a paid order asks for, where it came or changed after the payment. `tax_cents` stays as charged.
alter table customer_order
  add column tax_owed_state text,
  add column tax_owed_rate numeric(7, 6),
  -- Tax that the shop pays itself, because a paid order is never charged again.
  add column tax_borne_cents integer not null default 0;
alter table customer_order add constraint tax_borne_is_no_refund check (tax_borne_cents >= 0) not valid;

-- True for a refund of tax alone, after the address of the order changed.
alter table refund add column tax_only boolean not null default false;

-- A new kind of event. Not validated, because the former check allowed fewer kinds.
alter table order_event drop constraint order_event_kind_check,
  add constraint order_event_kind_check check (kind in ('placed', 'paid', 'expired', 'cancelled', 'failed', 'review',
    'backordered', 'packed', 'unpacked', 'shipped', 'tracking', 'delivered', 'refunded', 'refund_failed', 'note', 'disputed',
    'dispute_answered', 'dispute_won', 'dispute_lost', 'address')) not valid;
