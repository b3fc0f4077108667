-- Saved products whose price drops the user is told.
create table price_alert (
  user_id uuid not null,
  product_id uuid not null,
  channel text not null check (channel in ('email', 'push')),
  -- The price of one unit, without the fee, from which the next drop counts: that of the request, of the last notice, or of a rise since.
  price_cents integer not null check (price_cents >= 0),
  created_at timestamptz not null,
  -- When the last notice was written to the outbox, in the same transaction.
  noticed_at timestamptz,
  primary key (user_id, product_id),
  -- An alert ends with the line of the wish list.
  foreign key (user_id, product_id) references wish (user_id, product_id) on delete cascade
);
create index price_alert_product on price_alert (product_id, user_id);

-- The address to which mail programs post an unsubscription (RFC 8058), for e-mails without a kind.
alter table message add column unsubscribe_url text;
