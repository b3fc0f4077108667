-- What a sign-in may ask beyond the password, and how second factors are kept.

-- A password that only opens the way to another one: made by staff, or to be reset because it may be known to others.
alter table credential
  add column demands text check (demands in ('new-password', 'reset')),
  -- Of a temporary password only.
  add column expires_at timestamptz,
  add constraint credential_temporary check (expires_at is null or demands = 'new-password');

-- When the person behind a session last proved who they are; it outlives the session's rotation.
alter table session add column proved_at timestamptz;
update session set proved_at = created_at;
alter table session alter column proved_at set default now(), alter column proved_at set not null;

-- One step of one sign-in. Challenges live for minutes, so none is carried over.
delete from sign_in_challenge;
alter table sign_in_challenge
  drop constraint sign_in_challenge_type_check,
  alter column registration_id drop not null,
  add column user_id uuid references users (id) on delete cascade,
  -- What an authenticator must sign.
  add column nonce text,
  -- Guesses at what is not sent: app codes and recovery codes.
  add column tries_left smallint not null default 3 check (tries_left >= 0),
  -- Of the first step; the steps together have an end too.
  add column began_at timestamptz not null,
  add column answered_at timestamptz,
  add constraint sign_in_challenge_type check (
    type in ('NEW_PASSWORD_REQUIRED', 'SELECT_MFA_TYPE', 'SMS_MFA', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA', 'WEB_AUTHN',
      'CONFIRM_SIGN_UP', 'RESET_PASSWORD')),
  -- Only a passkey says by itself whose it is.
  add constraint sign_in_challenge_subject check (
    case type
      when 'CONFIRM_SIGN_UP' then registration_id is not null and user_id is null
      when 'WEB_AUTHN' then registration_id is null
      else registration_id is null and user_id is not null
    end),
  add constraint sign_in_challenge_nonce check ((type = 'WEB_AUTHN') = (nonce is not null));
create index sign_in_challenge_user on sign_in_challenge (user_id);
create index sign_in_challenge_expires_at on sign_in_challenge (expires_at);

-- The subject of a `sign-in` code is its challenge, of an `enrol` code the enrolment.
alter table verification_code
  drop constraint verification_code_purpose_check,
  add constraint verification_code_purpose check (purpose in ('confirm', 'reset', 'sign-in', 'enrol'));

-- A row is a factor that is on.
create table second_factor (
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('totp', 'sms', 'email')),
  -- Sealed with the shop's secret.
  secret text,
  phone text,
  -- The last time step whose code was taken: it and those before are worth nothing any more.
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
  -- Of authenticators that count; a count that goes back tells of a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id, created_at, id);

-- A factor that waits for its first proof; asking again replaces it.
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
