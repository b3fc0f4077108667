-- users.push_consent becomes the one record of the choice about pushes. notification_preference.push_opt_in follows it by a trigger
-- (db/functions/sync_push_opt_in.sql), because the last release reads it. Where both disagree, the cautious reading counts: off in either is off.

-- Given at the registration, the checkout or the profile, and off in the settings: off, and the log says so.
with off as (
  update users u set push_consent = false from notification_preference p
  where p.user_id = u.id and u.push_consent and not p.push_opt_in
  returning u.id
)
insert into consent_record (id, user_id, channel, given, wording, wording_version, source, at)
select gen_random_uuid(), id, 'push', false, 'Push notifications were off in the notification settings.', 'settings of 0.10', 'one-record', now()
from off;

-- Withdrawn in the profile, and on in the settings: off.
update notification_preference p set push_opt_in = false from users u where u.id = p.user_id and p.push_opt_in and not u.push_consent;

-- Given, and never asked in the settings: given, for the last release too.
insert into notification_preference (user_id, push_opt_in)
select id, true from users u where push_consent and not exists (select from notification_preference p where p.user_id = u.id);
