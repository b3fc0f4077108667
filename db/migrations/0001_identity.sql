-- Accounts: users, passwords, second factors, sessions and tokens.

-- The table is called users because a bare `user` in SQL is the database role.
create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  name text not null check (length(name) between 1 and 120),
  image text,
  phone text,
  birth_date date,
  -- Every role except `user` is staff; src/platform/rights.ts maps roles to rights.
  role text not null default 'user'
    constraint users_role_check check (role in ('user', 'owner', 'manager', 'support', 'fulfilment', 'draw-officer')),
  enabled boolean not null default true,
  sms_consent boolean not null default false,
  push_consent boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted account keeps its row as the pseudonym to which ledger, orders and draws refer.
  deleted_at timestamptz,
  -- Counts edits of the fields that staff may change, so that a save on stale data is a version conflict.
  version integer not null default 1,
  -- The account that took over everything of a merged account.
  merged_into uuid references users (id),
  -- True when the account was confirmed on another device than the one that registered. A password reset by e-mail removes the
  -- second factors of such an account, because its password and mailbox may belong to two users.
  mailbox_unproven boolean not null default false,
  constraint deleted_is_anonymous
    check (deleted_at is null or (not enabled and phone is null and birth_date is null and email like '%.invalid')),
  constraint merged_is_closed check (merged_into is null or deleted_at is not null)
);

-- The mailbox that an address delivers to, for comparing only: without the part behind a plus, and with the aliases of large
-- providers removed. One mailbox counts as one user for referrals and first-order codes. The function is here and not in
-- db/functions because an index stores its results: a changed definition needs a migration that rebuilds `users_mailbox`.
create function mailbox_of(email text) returns text language sql immutable strict parallel safe as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    when domain in ('icloud.com', 'me.com', 'mac.com') then name || '@icloud.com'
    when domain in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') then translate(name, '.-_', '') || '@proton.me'
    when domain in ('yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'ya.ru') then replace(name, '.', '-') || '@yandex.ru'
    when domain like 'yahoo.%' or domain in ('ymail.com', 'rocketmail.com')
      then coalesce(nullif(split_part(name, '-', 1), ''), name) || '@' || domain
    else name || '@' || domain
  end
  from (
    select coalesce(nullif(split_part(split_part(lower(email), '@', 1), '+', 1), ''), split_part(lower(email), '@', 1)) as name,
      split_part(lower(email), '@', 2) as domain
  ) parts
$$;
create index users_mailbox on users (mailbox_of(email));

create index users_created_at on users (created_at desc, id desc);
create index users_deleted_at on users (deleted_at) where deleted_at is not null;
create index users_merged on users (merged_into) where merged_into is not null;
create index users_staff on users (role, id) where role <> 'user';
-- An inbound SMS names a phone, not a user.
create index users_phone on users (phone) where phone is not null;
-- Orders and filters of the staff list of users; the id separates users of one name or one moment.
create index users_name on users (lower(name) collate "C", id) where deleted_at is null;
create index users_email_c on users (email collate "C", id) where deleted_at is null;
create index users_there on users (created_at desc, id desc) where deleted_at is null;
create index users_sms on users (created_at desc, id desc) where sms_consent and deleted_at is null;
create index users_disabled on users (created_at desc, id desc) where not enabled and deleted_at is null;
-- Counts accounts from few pages, because the index stores equal values once: 20 ms instead of 70 ms for a million.
create index users_counted on users (enabled) where deleted_at is null;
-- Search by any three consecutive letters; the query repeats this expression.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index users_alike on users using gin ((lower(name) || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops)
      where deleted_at is null;
    -- With the default of 100 samples the planner estimates all rare names alike.
    alter index users_alike alter column 1 set statistics 1000;
  end if;
end $$;

-- Complete addresses only.
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

-- better-auth's table of passwords: provider 'credential', with a salted scrypt hash.
create table credential (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The password only admits to setting another: staff made it, or others may know it.
  demands text check (demands in ('new-password', 'reset')),
  -- Set for a temporary password only.
  expires_at timestamptz,
  unique (provider_id, account_id),
  constraint credential_temporary check (expires_at is null or demands = 'new-password')
);
create index credential_user_id on credential (user_id);

-- better-auth's table of sessions; the cookie carries the signed token.
create table session (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the user last gave a password or a factor; kept when the session is replaced.
  proved_at timestamptz not null default now(),
  -- The last action that the browser reported; null until its first token renewal. A staff session ends 30 minutes after it.
  active_at timestamptz,
  -- The first session of this browser; null when this row is the first.
  family_id uuid
);
create index session_user_id on session (user_id);
create index session_family on session (family_id) where family_id is not null;

-- Session families that ended while their ID tokens may still be valid. Written and read by the database's clock.
create table ended_session (
  family_id uuid primary key,
  ended_at timestamptz not null default now()
);
create index ended_session_time on ended_session (ended_at);

-- A request for an account. It becomes a user by its own code only, so that a stranger who registers the same address can neither
-- take the account nor change its data.
create table registration (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  name text not null check (length(name) between 1 and 120),
  phone text not null,
  birth_date date not null,
  created_at timestamptz not null,
  -- Part of the evidence of the accepted legal texts.
  ip text not null default '',
  -- Becomes a referral when this registration is confirmed.
  referral_code text,
  referred_at timestamptz,
  -- Such as "Chrome on Windows", so that the e-mail says which registration its code belongs to.
  device text
);
create index registration_email on registration (email, created_at desc, id desc);

-- A registration that was confirmed by the link in the e-mail signs in the browser that made it, once.
create table confirmed_registration (
  registration_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  confirmed_at timestamptz not null
);
create index confirmed_registration_user on confirmed_registration (user_id);

-- Six digits sent by e-mail or SMS, stored as a keyed hash. The statement that compares a guess also counts it.
create table verification_code (
  id uuid primary key,
  purpose text not null,
  -- confirm: a registration. reset: a user. sign-in: a challenge. enrol: an enrolment.
  subject_id uuid not null,
  code_hash text not null,
  tries_left smallint not null default 3 check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The browser that the code was made for. Other callers have separate tries, so that they cannot use up the tries of the user.
  holder uuid,
  stranger_tries_left smallint not null default 3 check (stranger_tries_left >= 0),
  constraint verification_code_purpose check (purpose in ('confirm', 'reset', 'sign-in', 'enrol'))
);
create index verification_code_subject on verification_code (subject_id, purpose, created_at desc, id desc);

-- One step of a sign-in after the right password.
create table sign_in_challenge (
  id uuid primary key,
  type text not null,
  registration_id uuid references registration (id) on delete cascade,
  expires_at timestamptz not null,
  user_id uuid references users (id) on delete cascade,
  -- Signed by the authenticator of a passkey.
  nonce text,
  -- For app codes and recovery codes, which are never sent.
  tries_left smallint not null default 3 check (tries_left >= 0),
  -- Start of the first step; all steps together have a limit.
  began_at timestamptz not null,
  answered_at timestamptz,
  constraint sign_in_challenge_type check (
    type in ('NEW_PASSWORD_REQUIRED', 'SELECT_MFA_TYPE', 'SMS_MFA', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA', 'WEB_AUTHN',
      'CONFIRM_SIGN_UP', 'RESET_PASSWORD')),
  -- A passkey can name its user itself.
  constraint sign_in_challenge_subject check (
    case type
      when 'CONFIRM_SIGN_UP' then registration_id is not null and user_id is null
      when 'WEB_AUTHN' then registration_id is null
      else registration_id is null and user_id is not null
    end),
  constraint sign_in_challenge_nonce check ((type = 'WEB_AUTHN') = (nonce is not null))
);
create index sign_in_challenge_registration on sign_in_challenge (registration_id);
create index sign_in_challenge_user on sign_in_challenge (user_id);
create index sign_in_challenge_expires_at on sign_in_challenge (expires_at);

-- Enabled second factors.
create table second_factor (
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('totp', 'sms', 'email')),
  -- Sealed by AUTH_SECRET.
  secret text,
  phone text,
  -- The time step of the last accepted code. Codes of this step and of earlier steps are refused.
  last_step integer,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, type),
  check ((type = 'totp') = (secret is not null)),
  check ((type = 'sms') = (phone is not null))
);

create table passkey (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's signature counter; a counter that decreases reveals a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id, created_at, id);

-- A factor that waits for its first code; a new request replaces it.
create table factor_enrolment (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('totp', 'sms', 'email', 'passkey')),
  secret text,
  phone text,
  nonce text,
  tries_left smallint not null default 3 check (tries_left >= 0),
  expires_at timestamptz not null,
  unique (user_id, type)
);

create table recovery_code (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Secrets that the shop made because none was configured, in demo mode only.
create table shop_secret (
  name text primary key,
  value text not null
);

-- Clear keys of ID tokens from before sealing; each stays until its last token has expired.
create table signing_key (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- Keys of ID tokens, sealed by a secret outside the database. The newest signs, all verify.
create table sealed_signing_key (
  kid uuid primary key,
  sealed_jwk text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);
create index sealed_signing_key_time on sealed_signing_key (created_at);

-- ID tokens of a user that were issued before this moment are void.
create table token_revocation (
  user_id uuid primary key references users (id) on delete cascade,
  revoked_before timestamptz not null
);
create index token_revocation_time on token_revocation (revoked_before);

-- Failed tries at one account from any network: each further try waits longer. `key` is a keyed hash, so that the table lists no
-- addresses.
create table growing_delay (
  key text primary key,
  tries integer not null check (tries >= 0),
  last_at timestamptz not null,
  -- Tries before this moment are refused.
  next_at timestamptz not null
);
create index growing_delay_last on growing_delay (last_at);

-- One code a user, without letters and digits that look alike.
create table referral_code (
  user_id uuid primary key references users (id) on delete cascade,
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  created_at timestamptz not null
);

-- Addresses that registered with a referral code; the first code counts.
create table referral (
  email text primary key check (email = lower(email) and length(email) <= 254),
  code text references referral_code (code) on delete set null,
  created_at timestamptz not null
);
create index referral_code_brought on referral (code) where code is not null;

-- Internal notes of staff on a user.
create table user_note (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  note text not null check (length(note) between 1 and 2000),
  author_id uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index user_note_user on user_note (user_id, created_at desc, id desc);
create index user_note_author on user_note (author_id) where author_id is not null;

-- Hashes of the setup links in the server log; the first use deletes all.
create table setup_code (
  hash text primary key check (length(hash) = 64),
  expires_at timestamptz not null
);
