-- Keys that sign ID tokens, sealed by a secret that is not in the database (docs/decisions/0051-sealed-secrets.md). `signing_key` keeps
-- the clear key of the release before until its last token has expired.
create table sealed_signing_key (
  kid uuid primary key,
  sealed_jwk text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);
create index sealed_signing_key_time on sealed_signing_key (created_at);
