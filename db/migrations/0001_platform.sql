-- What the floors below the features need.

create table idempotency_key (
  scope text not null,
  key text not null,
  request_hash text not null,
  status smallint,
  content_type text,
  body text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);

-- The table that rate-limiter-flexible expects: expire is in milliseconds since 1970.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Refuses every change of an append-only table, whoever asks, the owner of the tables included.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
