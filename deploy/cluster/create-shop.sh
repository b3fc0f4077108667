#!/bin/sh
# Patroni runs this once, on the first primary, with a connection string. The role carries what PgBouncer takes from no session.
exec psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 "$1" <<SQL
create role redoubt login password '@SHOP_PASSWORD@';
alter role redoubt set statement_timeout = '60s';
alter role redoubt set lock_timeout = '3s';
alter role redoubt set enable_seqscan = off;
alter role redoubt set jit = off;
-- The shop asks a standby which primary it follows.
grant pg_read_all_stats to redoubt;
create role rewinder login password '@REWIND_PASSWORD@';
grant execute on function pg_catalog.pg_ls_dir(text, boolean, boolean) to rewinder;
grant execute on function pg_catalog.pg_stat_file(text, boolean) to rewinder;
grant execute on function pg_catalog.pg_read_binary_file(text) to rewinder;
grant execute on function pg_catalog.pg_read_binary_file(text, bigint, bigint, boolean) to rewinder;
create database redoubt owner redoubt;
SQL
