-- An acceptance is evidence: only its network address may change, to null.
create or replace function refuse_acceptance_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.ip is null
    and (new.user_id, new.kind, new.version, new.how, new.accepted_at)
      is not distinct from (old.user_id, old.kind, old.version, old.how, old.accepted_at) then
    return new;
  end if;
  raise exception 'an acceptance is kept as it was given' using errcode = 'restrict_violation';
end $$;

create or replace trigger legal_acceptance_kept before update or delete on legal_acceptance
  for each row execute function refuse_acceptance_change();
