-- Leaves a shipped text out while staff have a text of their own in force: the last release knows none and would publish its shipped text
-- over it at each start and after each change of settings.
create or replace function keep_own_legal_text() returns trigger language plpgsql as $$
begin
  if new.template_version is null
    and exists (select from legal_template where kind = new.kind and clauses is not null) then
    return null;
  end if;
  return new;
end $$;

create or replace trigger legal_document_own_text before insert on legal_document
  for each row execute function keep_own_legal_text();
