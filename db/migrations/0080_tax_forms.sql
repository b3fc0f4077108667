-- The Form W-9 of a winner. The number is sealed under the winner's id and is opened for staff with `winners.tax` alone.
create table tax_form (
  winner_id uuid primary key references winner (id),
  tax_year smallint not null,
  first_name text not null check (length(first_name) between 1 and 60),
  last_name text not null check (length(last_name) between 1 and 60),
  number_kind text not null check (number_kind in ('ssn', 'itin')),
  sealed_number text not null,
  is_backup_withheld boolean not null,
  signed_as text not null check (length(signed_as) between 1 and 120),
  signed_at timestamptz not null
);
create index tax_form_year on tax_form (tax_year);
