-- Tables and extensions below the features.

-- Answers of writes by idempotency key: a repeated request gets the stored answer.
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

-- pg_trgm comes with PostgreSQL and is trusted: each role that may create objects in the database may install it. Without it,
-- searches read more rows, and the store search does not correct typing errors.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise warning 'pg_trgm is not available: the store search will not forgive typing errors (%)', sqlerrm;
end $$;
