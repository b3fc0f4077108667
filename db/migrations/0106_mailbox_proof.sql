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

-- Accounts that staff made for shoppers were never proven. E-mail codes as a second factor are the one record that a code from the mailbox
-- was typed by the user. A role of today stays, so that no member of staff is locked out.
update users set mailbox_unproven = true
where role = 'user' and deleted_at is null and not mailbox_unproven
  and id in (select subject_id::uuid from audit_log
    where action = 'created' and subject_type = 'person' and subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  and not exists (select from second_factor f where f.user_id = users.id and f.type = 'email');
-- A role counts only with a proven mailbox, so that of the accounts with a role those that kept the mark are proven now.
update users set mailbox_unproven = false where role <> 'user' and mailbox_unproven;
