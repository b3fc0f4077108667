-- Writes one request's changes in one round trip: its answer under its key, objects, events and deliveries. Returns null, or the
-- answer that the key already has; nothing is written then. Raises serialization_failure when an object changed since it was read.
create or replace function stripe_sandbox.apply(
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
