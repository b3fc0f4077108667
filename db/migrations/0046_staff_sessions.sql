-- When the person of a session last did something, as far as the session's browser has said; null until its first token was renewed.
-- Sessions of staff end after 30 minutes without (docs/decisions/0049-passwords-and-staff-sessions.md).
alter table session add column active_at timestamptz;
