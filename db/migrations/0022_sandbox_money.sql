-- The sandbox lists what was made in a stretch of time, newest first, as Stripe does. A subscription's bills are made in its
-- own time, so the order of making is not the order of `created`.
create index object_created on stripe_sandbox.object (kind, ((data ->> 'created')::bigint), seq);
-- It serves the lists without a stretch of time as well.
drop index stripe_sandbox.object_kind;
