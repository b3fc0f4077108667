-- An account takes over its address's entries only after its mailbox is proven in a browser (docs/decisions/0187). `users.mailbox_unproven` is the
-- mark; until now it meant only that a password reset removes second factors.
alter table users
  -- The role that waits for the proof. `role` says shopper until then, to this release and to the one before.
  add column offered_role text,
  -- The registration that made the account. A browser with its signed cookie is the registering browser.
  add column made_by_registration uuid,
  -- The session family of the registering browser, when another browser confirmed the registration.
  add column registering_session uuid,
  -- Counts how often everything that opens the account ended. A sign-in that began before the last end opens no session.
  add column access_version integer default 1 not null;
alter table users add constraint users_offered_role_check
  check (offered_role in ('owner', 'manager', 'support', 'fulfilment', 'draw-officer')) not valid;
alter table users add constraint role_waits_for_proof check (offered_role is null or role = 'user') not valid;
-- Null in rows of the release before.
alter table session add column access_version integer;
alter table sign_in_challenge add column access_version integer;

alter table verification_code drop constraint verification_code_purpose;
alter table verification_code add constraint verification_code_purpose check (purpose in (
  'confirm', 'reset', 'sign-in', 'enrol', 'email-sign-in', 'email-registration', 'reauthentication', 'prove-mailbox')) not valid;
