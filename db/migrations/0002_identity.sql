-- Who shops here. The table is called users, not user: in SQL a bare `user` is the database's own role.

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  name text not null check (length(name) between 1 and 120),
  image text,
  phone text,
  birth_date date,
  role text not null default 'user' check (role in ('user', 'admin')),
  enabled boolean not null default true,
  sms_consent boolean not null default false,
  push_consent boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_created_at on users (created_at desc, id desc);

-- A row is a complete address; an incomplete one cannot be stored.
create table shipping_address (
  user_id uuid primary key references users (id) on delete cascade,
  line1 text not null check (line1 ~ '\S'),
  line2 text,
  city text not null check (city ~ '\S'),
  state text not null check (state ~ '\S'),
  postal_code text not null check (postal_code ~ '\S'),
  country text not null default 'US' check (country in ('US', 'CA', 'MX')),
  updated_at timestamptz not null default now()
);

-- better-auth's own tables: a password is a credential, a session is a signed cookie's other half.
create table credential (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credential_user_id on credential (user_id);

create table session (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_user_id on session (user_id);

create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on verification (identifier);

-- The keys that sign ID tokens; the newest signs, all that are here verify.
create table signing_key (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- ID tokens of a user that were issued before this moment are void (signed out everywhere, disabled, role changed).
create table token_revocation (
  user_id uuid primary key references users (id) on delete cascade,
  revoked_before timestamptz not null
);
create index token_revocation_time on token_revocation (revoked_before);
