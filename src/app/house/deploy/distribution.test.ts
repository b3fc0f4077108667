import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FOLLOW_ORDER, PARTED, SHARED_SEQUENCES, SPANNING } from '../../../../db/distribution.ts'

const schema = readFileSync(join(import.meta.dirname, '../../../../db/schema.sql'), 'utf8')
const columnsOf = new Map(
  [...schema.matchAll(/^create table ([a-z_]+) \(\n([\s\S]*?)\n\)/gm)].map(([, table, body]) => [
    table!,
    [...body!.matchAll(/^ {2}"?([a-z_]+)"? ([^,\n]+)/gm)].map(([, name, type]) => ({ name: name!, type: type! })),
  ]),
)
const CONSTRAINT = /^alter table ([a-z_]+) add constraint ([a-z_]+) (?:PRIMARY KEY|UNIQUE) \(([^)]+)\)/gm
const INDEX = /^CREATE UNIQUE INDEX ([a-z_]+) ON public\.([a-z_]+) USING btree \((.+?)\)(?: NULLS| WHERE|;|$)/gm
const split = (list: string) => list.split(', ').map(name => name.replaceAll('"', ''))
const uniques = [
  ...[...schema.matchAll(CONSTRAINT)].map(([, table, name, list]) => ({
    table: table!,
    name: name!,
    columns: split(list!),
  })),
  ...[...schema.matchAll(INDEX)].map(([, name, table, list]) => ({
    table: table!,
    name: name!,
    columns: split(list!),
  })),
]
const parted = [...Object.keys(PARTED), ...FOLLOW_ORDER]

it('a table that has both a user or a giveaway and many rows is parted by it', () => {
  expect(columnsOf.size).toBeGreaterThan(100)
  expect(uniques.length).toBeGreaterThan(150)
  for (const [table, key] of Object.entries(PARTED))
    expect(
      columnsOf.get(table)?.map(({ name }) => name),
      table,
    ).toContain(key)
  expect(FOLLOW_ORDER.filter(table => !columnsOf.has(table))).toEqual([])
})

it('a unique rule of a parted table contains its key, is a random id, or is listed with its replacement', () => {
  const isOfOrder = ({ table, columns }: (typeof uniques)[number]) =>
    FOLLOW_ORDER.includes(table) && /^(order_id|refund_id)$/.test(columns[0]!) && columns.length > 1
  // Ids are random, so they differ between servers without a rule.
  const isRandomId = ({ table, columns }: (typeof uniques)[number]) =>
    columns.join() === 'id' && columnsOf.get(table)!.some(({ name, type }) => name === 'id' && type.startsWith('uuid'))
  const isWithin = (rule: (typeof uniques)[number]) =>
    rule.columns.includes(PARTED[rule.table]!) || isRandomId(rule) || isOfOrder(rule)
  const spanning = uniques.filter(rule => parted.includes(rule.table) && !isWithin(rule)).map(({ name }) => name)
  expect(spanning.sort()).toEqual(Object.keys(SPANNING).sort())
})

it('a sequence that all share is listed with its replacement', () => {
  const sequences = [...schema.matchAll(/^create sequence ([a-z_]+)/gm)].map(([, name]) => name!)
  const identities = [...schema.matchAll(/generated (?:always|by default) as identity/g)]
  expect(sequences.sort()).toEqual(Object.keys(SHARED_SEQUENCES).sort())
  // The two of the payment sandbox, which is no part of a shop in production.
  expect(identities).toHaveLength(2)
})
