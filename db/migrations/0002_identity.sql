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

-- How a user proves who they are; provider 'credential' is the password, as a salted scrypt hash.
create table credential (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credential_user_id on credential (user_id);

-- better-auth's table: a session is the other half of a signed cookie.
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

-- Somebody asked for an account and has not shown yet that the address is theirs. It becomes a user by its own code only,
-- so a stranger who registers the same address can neither take the account nor change what its owner wrote.
create table registration (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  name text not null check (length(name) between 1 and 120),
  phone text not null,
  birth_date date not null,
  created_at timestamptz not null
);
create index registration_email on registration (email, created_at desc, id desc);

-- Six digits sent by e-mail, kept as a keyed hash. Whoever guesses pays a try in the same statement that compares.
create table verification_code (
  id uuid primary key,
  purpose text not null check (purpose in ('confirm', 'reset')),
  -- A registration to confirm, or a user whose password is to be reset.
  subject_id uuid not null,
  code_hash text not null,
  tries_left smallint not null default 3 check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_code_subject on verification_code (subject_id, purpose, created_at desc, id desc);

-- A password was right, but something else is asked before the session starts.
create table sign_in_challenge (
  id uuid primary key,
  type text not null check (type in ('CONFIRM_SIGN_UP')),
  registration_id uuid not null references registration (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_challenge_registration on sign_in_challenge (registration_id);

-- A secret that was made here because none was configured (demo mode only).
create table shop_secret (
  name text primary key,
  value text not null
);

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
