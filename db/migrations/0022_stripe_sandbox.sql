-- State of the card sandbox, which stands in for Stripe's servers. No table of the shop refers to it.
create schema stripe_sandbox;

create table stripe_sandbox.object (
  seq bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  -- A change names the version that it read; a second concurrent change is computed again.
  version integer not null default 1,
  -- The object as the API shows it, and its hidden parts: the card, and parts that are shown on request.
  data jsonb not null,
  hidden jsonb not null,
  -- Ids that the object names, for lists such as "refunds of this payment".
  refs text[] not null,
  -- When the sandbox acts itself: a session expires, a subscription renews.
  due_at timestamptz
)
-- Stripe's objects have about 3 kB; compression would cost more time than the space is worth.
with (toast_tuple_target = 8160);
-- Most new objects name no other; an index entry for each would cost a third of the speed.
create index object_refs on stripe_sandbox.object using gin (refs) where refs <> '{}';
create index object_due on stripe_sandbox.object (due_at) where due_at is not null;
-- Lists by time, newest first. Invoices carry the time of their subscription, so that `seq` is not the order of `created`.
create index object_created on stripe_sandbox.object (kind, ((data ->> 'created')::bigint), seq);

create table stripe_sandbox.idempotency_key (
  key text primary key,
  fingerprint text not null,
  status smallint not null,
  answer text not null,
  created_at timestamptz not null
) with (toast_tuple_target = 8160);
create index idempotency_key_age on stripe_sandbox.idempotency_key (created_at);

create table stripe_sandbox.event (
  seq bigint generated always as identity primary key,
  id text not null unique,
  type text not null,
  -- Text, because the signature covers its bytes.
  payload text not null,
  created_at timestamptz not null
) with (toast_tuple_target = 8160);

create table stripe_sandbox.delivery (
  event_id text primary key references stripe_sandbox.event (id),
  -- Null after delivery, or after the last attempt.
  due_at timestamptz,
  attempts integer not null default 0,
  delivered_at timestamptz,
  last_failure text
);
create index delivery_due on stripe_sandbox.delivery (due_at) where due_at is not null;
