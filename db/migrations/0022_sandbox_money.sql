-- The sandbox lists what was made in a stretch of time, newest first, as Stripe does. A subscription's bills are made in its
-- own time, so the order of making is not the order of `created`.
create index object_created on stripe_sandbox.object (kind, ((data ->> 'created')::bigint), seq);
-- It serves the lists without a stretch of time as well.
drop index stripe_sandbox.object_kind;

-- A change of plan names the price and the product that a subscription has; those of a demo's past had neither written down.
insert into stripe_sandbox.object (id, kind, data, hidden, refs)
select price ->> 'id', 'price', price, '{}', array [price ->> 'product']
from (select data #> '{items,data,0,price}' as price from stripe_sandbox.object where kind = 'subscription') s
on conflict (id) do nothing;

insert into stripe_sandbox.object (id, kind, data, hidden, refs)
select price ->> 'product', 'product', jsonb_build_object(
    'id', price ->> 'product', 'object', 'product', 'active', true, 'created', price -> 'created', 'default_price', null,
    'description', null, 'images', '[]'::jsonb, 'livemode', false, 'marketing_features', '[]'::jsonb,
    'metadata', '{}'::jsonb, 'name', 'Premium membership', 'package_dimensions', null, 'shippable', null,
    'statement_descriptor', null, 'tax_code', null, 'tax_details', null, 'type', 'service', 'unit_label', null,
    'updated', price -> 'created', 'url', null
  ), '{}', '{}'
from (select data #> '{items,data,0,price}' as price from stripe_sandbox.object where kind = 'subscription') s
on conflict (id) do nothing;
