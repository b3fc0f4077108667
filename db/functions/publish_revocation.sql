-- Tells every process at the commit which ID tokens are void, so that a process that dies between commit and signal leaves no valid
-- token behind. The nil UUID stands for the sender, so that no process ignores the message as its own.
create or replace function publish_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('redoubt', '00000000-0000-0000-0000-000000000000' || json_build_array(json_build_array('revoked',
    json_build_object('userId', new.user_id, 'before', new.revoked_before)))::text);
  return null;
end $$;

create or replace trigger token_revocation_published after insert or update on token_revocation
  for each row execute function publish_revocation();
