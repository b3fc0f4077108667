-- Users whose stored phone is no possible US number, for the filter of the staff list; the query repeats the expression (us-phone.ts).
create index concurrently if not exists users_phone_to_check on users (created_at desc, id desc)
  where phone !~ '^[+]1(?:(?![0-9]11)[2-9][0-9]{2}(?![0-9]11)|8(?:00|33|44|55|66|77|88))[2-9][0-9]{6}$' and deleted_at is null;
