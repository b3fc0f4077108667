-- The sandbox's tables, complete, for an empty PostgreSQL from version 15 on.
create schema stripe_sandbox;

create table stripe_sandbox.object (
  seq bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  -- A change names the version it was computed from. A second concurrent change is computed again.
  version integer not null default 1,
  -- The object as the API returns it, and data that the API omits or includes only on request, such as the card.
  data jsonb not null,
  hidden jsonb not null,
  -- Ids of referenced objects: for lists such as the refunds of a payment, and for loading an object with its references.
  refs text[] not null,
  -- When a timed step is due: a session expires, a subscription renews.
  due_at timestamptz
)
-- An object has about 3 KB. Compression costs more time than it saves space.
with (toast_tuple_target = 8160);
-- Lists are by `created`, newest first. Invoices are created in a subscription's own time, so `seq` alone is not that order.
create index object_created on stripe_sandbox.object (kind, ((data ->> 'created')::bigint), seq);
-- Most objects are created without references. Index entries for them would cost a third of the write speed.
create index object_refs on stripe_sandbox.object using gin (refs) where refs <> '{}';
create index object_due on stripe_sandbox.object (due_at) where due_at is not null;

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
  -- Text, because the signature covers the exact bytes.
  payload text not null,
  created_at timestamptz not null
) with (toast_tuple_target = 8160);

create table stripe_sandbox.delivery (
  event_id text primary key references stripe_sandbox.event (id),
  -- Null after delivery or the last attempt.
  due_at timestamptz,
  attempts integer not null default 0,
  delivered_at timestamptz,
  last_failure text
);
create index delivery_due on stripe_sandbox.delivery (due_at) where due_at is not null;

-- Writes one request in one round trip: the response under its key, new and changed objects, events and their deliveries.
-- Returns null, or the response already stored under the key, in which case nothing is written.
-- Raises serialization_failure when an object has changed since it was read.
create function stripe_sandbox.apply(
  at timestamptz, request_key text, request_fingerprint text, answer_status integer, answer_body text,
  writes jsonb, events jsonb
) returns jsonb language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  stored stripe_sandbox.idempotency_key;
  -- Parsed once, because each read of the large document would parse all of it.
  objects stripe_sandbox.object[] := array(
    select row(null, w.id, w.kind, w.version, w.data, w.hidden, w.refs, w.due_at)::stripe_sandbox.object
    from jsonb_to_recordset(writes)
      as w (id text, kind text, version integer, data jsonb, hidden jsonb, refs text[], due_at timestamptz)
    order by w.id);
  changed integer;
  expected integer;
begin
  if request_key is not null then
    insert into stripe_sandbox.idempotency_key (key, fingerprint, status, answer, created_at)
    values (request_key, request_fingerprint, answer_status, answer_body, at)
    on conflict (key) do nothing;
    if not found then
      select * into stored from stripe_sandbox.idempotency_key where key = request_key;
      return to_jsonb(stored);
    end if;
  end if;

  insert into stripe_sandbox.object (id, kind, data, hidden, refs, due_at)
  select w.id, w.kind, w.data, w.hidden, w.refs, w.due_at from unnest(objects) w where w.version = 0;
  get diagnostics changed = row_count;

  expected := cardinality(objects) - changed;
  if expected > 0 then
    -- In the order of ids, so that two requests never deadlock.
    if expected > 1 then
      perform 1 from stripe_sandbox.object
      where id in (select w.id from unnest(objects) w where w.version > 0) order by id for update;
    end if;
    update stripe_sandbox.object o
    set data = w.data, hidden = w.hidden, refs = w.refs, due_at = w.due_at, version = o.version + 1
    from unnest(objects) w where w.version > 0 and o.id = w.id and o.version = w.version;
    get diagnostics changed = row_count;
    if changed < expected then
      raise exception 'changed concurrently' using errcode = 'serialization_failure';
    end if;
  end if;

  with e as materialized (
    select * from jsonb_to_recordset(events)
      as e (id text, type text, payload text, created_at timestamptz, deliver boolean)
  ), told as (
    insert into stripe_sandbox.event (id, type, payload, created_at) select id, type, payload, created_at from e
  )
  insert into stripe_sandbox.delivery (event_id, due_at) select id, at from e where deliver;
  return null;
end
$$;
