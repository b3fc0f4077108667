-- Refuses to rewrite a proposal, for the owner of the table too. It is decided once; act, proposer and time stay. With and
-- after the decision, words and values that name a person may be erased.
create or replace function refuse_proposal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.decision is not null
    and (new.id, new.kind, new.title, new.subject_type, new.subject_id, new.rights, new.proposed_by, new.proposed_at)
      is not distinct from
      (old.id, old.kind, old.title, old.subject_type, old.subject_id, old.rights, old.proposed_by, old.proposed_at)
    and (old.decision is null or (new.decision, new.decided_by, new.decided_at)
      is not distinct from (old.decision, old.decided_by, old.decided_at))
  then return new;
  end if;
  raise exception 'the proposal % is kept', old.id using errcode = 'restrict_violation';
end $$;

create or replace trigger staff_proposal_kept before update or delete on staff_proposal
  for each row execute function refuse_proposal_change();
create or replace trigger staff_proposal_no_truncate before truncate on staff_proposal
  for each statement execute function refuse_change();
