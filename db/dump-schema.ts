import type { Pool } from '#platform/db/database.server.ts'

/** Tables of libraries and of the migrator are theirs to describe. */
const SCHEMAS = `n.nspname in ('public', 'stripe_sandbox')`

const TABLES = `
  select n.nspname || '.' || c.relname as name, coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as options,
    (select string_agg(format(E'  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
             when a.attidentity <> '' then ' generated always as identity'
             when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
        case when a.attnotnull then ' not null' else '' end), E',\\n' order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and ${SCHEMAS} and c.relname not like 'migration%' order by 1`

const CONSTRAINTS = `
  select c.conrelid::regclass::text as name, format('alter table %s add constraint %I %s;', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as line
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace
  where c.conrelid <> 0 and c.contype <> 'n' and ${SCHEMAS} and c.conrelid::regclass::text not like '%migration%' order by 1, c.conname`

const INDEXES = `
  select pg_get_indexdef(i.indexrelid) || ';' as line
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where ${SCHEMAS} and not exists (select from pg_constraint k where k.conindid = i.indexrelid) and c.relname not like 'migration%' order by 1`

const TYPES = `
  select format('create type %s as enum (%s);', t.oid::regtype, (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as line
  from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.typtype = 'e' and ${SCHEMAS} order by 1`

const SEQUENCES = `
  select format('create sequence %s start %s;', s.seqrelid::regclass, s.seqstart) as line
  from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
  where ${SCHEMAS} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i') order by 1`

/** Samples that the planner takes of an indexed expression, where they differ from the default. */
const STATISTICS = `
  select format('alter index %s alter column %s set statistics %s;', c.oid::regclass, a.attnum, a.attstattarget) as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'i' and a.attstattarget >= 0 and ${SCHEMAS} order by 1`

const VIEWS = `
  select format(E'create view %s as\\n%s', c.oid::regclass, pg_get_viewdef(c.oid)) as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'v' and ${SCHEMAS} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`

/** A line a function: its text stands in db/functions once, and the checksum tells two texts apart. */
const FUNCTIONS = `
  select format('-- function %s: md5 %s', p.oid::regprocedure, md5(pg_get_functiondef(p.oid))) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${SCHEMAS} and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname, 1`

const TRIGGERS = `
  select pg_get_triggerdef(t.oid) || ';' as line from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and ${SCHEMAS} order by 1`

/** The whole schema as SQL in one fixed order, read from PostgreSQL's own catalogue (pg_dump is not in the embedded package). */
export async function dumpSchema(pool: Pool): Promise<string> {
  const lines = async (query: string) =>
    (await pool.query<{ line: string }>(query)).rows.map(row => row.line).join('\n')
  const tables = (await pool.query<{ name: string; options: string; columns: string }>(TABLES)).rows
  const parts = [
    '-- Made by `npm run db` from db/migrations and db/functions. Read it, do not edit it.',
    await lines(TYPES),
    await lines(SEQUENCES),
    ...tables.map(table => `create table ${table.name.replace('public.', '')} (\n${table.columns}\n)${table.options};`),
    await lines(CONSTRAINTS),
    await lines(INDEXES),
    await lines(STATISTICS),
    await lines(VIEWS),
    await lines(FUNCTIONS),
    await lines(TRIGGERS),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
