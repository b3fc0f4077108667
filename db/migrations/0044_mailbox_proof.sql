-- Which code confirms which registration, and what a password reset by e-mail may remove (docs/decisions/0047-registration-takeover.md).

-- The browser that registered, such as "Chrome on Windows", so that the letter says which registration its code belongs to.
alter table registration add column device text;

-- True for an account whose password and mailbox were never shown by the same person: its code came back from another device than the
-- one that registered. A reset by e-mail removes the second factors of such an account.
alter table users add column mailbox_unproven boolean not null default false;

-- Guesses at a code by callers that have neither the browser nor the link that the code was made for. Their tries are counted apart, so
-- they cannot use up the tries of the person who asked for the code.
alter table verification_code add column holder uuid;
alter table verification_code add column stranger_tries_left smallint not null default 3 check (stranger_tries_left >= 0);
