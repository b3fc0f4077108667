-- Codes by e-mail that sign in or prove a new address, and that confirm the identity of a user without a password.
alter table verification_code drop constraint verification_code_purpose;
alter table verification_code add constraint verification_code_purpose check (
  purpose in ('confirm', 'reset', 'sign-in', 'enrol', 'email-sign-in', 'email-registration', 'reauthentication')
);

-- The sign-in began with a code by e-mail, so a second code by e-mail is no second factor.
alter table sign_in_challenge add column by_email boolean default false not null;
