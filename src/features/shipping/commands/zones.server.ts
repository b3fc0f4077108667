import { sql } from 'kysely'
import type { z } from 'zod'
import { readLastEditor } from '#features/audit-log/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { SHIPPING_TOPIC } from '#kernel/shipping/rates/live-zones.server.ts'
import { POSTAL_STATE_NAMES } from '#kernel/shipping/us-states.ts'
import { transact } from '#kernel/transaction.server.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import {
  type AdminZone,
  type MethodInput,
  measureInWords,
  SHIPPING_ERRORS,
  storedBand,
  toStored,
  type ZoneChange,
  type ZoneInput,
} from '../contract.ts'
import { findZone } from '../queries/zones.server.ts'

const refuse = refusals(SHIPPING_ERRORS)

type Change = z.output<typeof ZoneChange> & { id: string }

/** Commands for zones with their states and methods. Each is one transaction with its audit log entry, and every process hears of it. */
export const zones = {
  /** @returns the id. @throws state_taken */
  create: (ctx: Context, input: ZoneInput): Promise<string> =>
    inTransaction(ctx, input, async tx => {
      const id = newId()
      const now = tx.now()
      await tx.db
        .insertInto('shipping_zone')
        .values({ id, name: input.name, is_served: input.isServed, created_at: now, updated_at: now })
        .execute()
      await writeParts(tx, id, input)
      await writeAuditLog(tx, { action: 'made', subject: subjectOf(id, input), after: factsOf(input) })
      return id
    }),

  /** @throws not_found; state_taken; version_conflict with the stored zone, and who changed it when. */
  change: (ctx: Context, { id, version, ...input }: Change): Promise<void> =>
    inTransaction(ctx, { id, ...input }, async tx => {
      const before = await lockedZone(tx, id)
      if (version !== undefined && version !== before.version) {
        const editor = await readLastEditor(tx, 'shipping-zone', id)
        throw refuseCommon('version_conflict', { ...before, at: before.updatedAt, ...editor })
      }
      await tx.db
        .updateTable('shipping_zone')
        .set({ name: input.name, is_served: input.isServed, version: before.version + 1, updated_at: tx.now() })
        .where('id', '=', id)
        .execute()
      await writeParts(tx, id, input)
      await writeAuditLog(tx, {
        action: 'changed',
        subject: subjectOf(id, input),
        before: factsOf(before),
        after: factsOf(input),
      })
    }),

  /** The states of the zone have the flat amount of the settings again. @throws not_found */
  delete: (ctx: Context, id: string): Promise<void> =>
    inTransaction(ctx, undefined, async tx => {
      const before = await lockedZone(tx, id)
      await tx.db.deleteFrom('shipping_zone').where('id', '=', id).execute()
      await writeAuditLog(tx, { action: 'deleted', subject: subjectOf(id, before), before: factsOf(before) })
    }),
}

type Facts = Pick<ZoneInput, 'name' | 'states' | 'isServed'> & { methods: readonly Omit<MethodInput, 'id'>[] }

const subjectOf = (id: string, { name }: Pick<ZoneInput, 'name'>) =>
  ({ type: 'shipping-zone', id, label: name }) as const

/** One change at a time: two that exchange a state would wait for each other. */
const inTransaction = <T>(
  ctx: Context,
  input: (Facts & { id?: string }) | undefined,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> =>
  transact(ctx, async tx => {
    await sql`lock table shipping_zone in share row exclusive mode`.execute(tx.db)
    const result = await work(tx)
    tx.onCommit(({ signals }) => signals.publish(SHIPPING_TOPIC, null))
    return result
  }).catch(async error => {
    throw input && error.constraint === 'shipping_zone_state_pkey' ? await stateTaken(ctx, input) : error
  })

/** Names the states that other zones have. */
async function stateTaken(ctx: Context, { id, states }: Facts & { id?: string }) {
  const others = await ctx.db
    .selectFrom('shipping_zone_state as s')
    .innerJoin('shipping_zone as z', 'z.id', 's.zone_id')
    .select(['s.state', 'z.name'])
    .where('s.state', 'in', states)
    .$if(id !== undefined, query => query.where('z.id', '<>', id!))
    .orderBy('s.state')
    .execute()
  const nameOf = (state: string) => POSTAL_STATE_NAMES[state as keyof typeof POSTAL_STATE_NAMES]
  const places = others.map(({ state, name }) => `${nameOf(state)} is in “${name}”.`).join(' ')
  return refuse('state_taken', { places }, { states: [places] })
}

async function lockedZone(tx: TransactionContext, id: string): Promise<AdminZone> {
  const zone = await findZone(tx, id)
  if (!zone) throw refuseCommon('not_found')
  return zone
}

/** Replaces states, methods and bands. A method that is named keeps its id, so that a choice at a checkout stays. */
async function writeParts(tx: TransactionContext, zoneId: string, { states, methods }: ZoneInput): Promise<void> {
  await tx.db.deleteFrom('shipping_zone_state').where('zone_id', '=', zoneId).execute()
  await tx.db
    .insertInto('shipping_zone_state')
    .values(states.map(state => ({ state, zone_id: zoneId })))
    .execute()
  const rows = methods.map((method, position) => ({ ...rowOf(method, position), id: method.id ?? newId() }))
  await sql`delete from shipping_method where zone_id = ${zoneId} and id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(
    tx.db,
  )
  if (rows.length === 0) return
  const { numAffectedRows } = await sql`
    insert into shipping_method as m
      (id, zone_id, position, name, measure, free_from_cents, tare_grams, days_from, days_to)
    select id, ${zoneId}, position, name, measure, free_from_cents, tare_grams, days_from, days_to
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, position smallint, name text, measure text,
      free_from_cents integer, tare_grams integer, days_from smallint, days_to smallint)
    on conflict (id) do update set position = excluded.position, name = excluded.name, measure = excluded.measure,
      free_from_cents = excluded.free_from_cents, tare_grams = excluded.tare_grams, days_from = excluded.days_from,
      days_to = excluded.days_to
      where m.zone_id = excluded.zone_id`.execute(tx.db)
  if (numAffectedRows !== BigInt(rows.length))
    throw refuseCommon('invalid_input', {}, { methods: ['One of these methods belongs to another zone.'] })
  await sql`delete from shipping_band where method_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx.db)
  await tx.db
    .insertInto('shipping_band')
    .values(
      rows.flatMap(({ id }, at) =>
        methods[at]!.bands.map(band => {
          const { from, below, cents } = storedBand(methods[at]!.measure, band)
          return { method_id: id, from_measure: from, below_measure: below, cents }
        }),
      ),
    )
    .execute()
}

const rowOf = ({ name, measure, freeFrom, tareGrams, daysFrom, daysTo }: MethodInput, position: number) => ({
  name,
  measure,
  position,
  free_from_cents: freeFrom === null ? null : toCents(freeFrom),
  tare_grams: tareGrams,
  days_from: daysFrom,
  days_to: daysTo,
})

/** A zone as the audit log stores it: flat, each method a line. */
const factsOf = ({ name, states, isServed, methods }: Facts) => ({
  title: name,
  states: [...states].sort().join(' '),
  served: isServed,
  methods: methods.map(methodInWords),
})

export function methodInWords({
  name,
  measure,
  bands,
  freeFrom,
  tareGrams,
  daysFrom,
  daysTo,
}: Omit<MethodInput, 'id'>) {
  const priced = bands.map(({ from, below, amount }) => {
    if (measure === 'flat') return formatMoney(toCents(amount))
    const [low, high] = [from, below].map(end =>
      end === null ? null : measureInWords(measure, toStored(measure, end)),
    )
    return `${formatMoney(toCents(amount))} from ${low}${high === null ? '' : ` to below ${high}`}`
  })
  const parts = [
    `${name}: ${priced.join(', ')}`,
    freeFrom !== null && `free from ${formatMoney(toCents(freeFrom))}`,
    tareGrams > 0 && `packaging ${tareGrams} g`,
    daysFrom !== null && `${daysFrom} to ${daysTo} business days`,
  ]
  return parts.filter(Boolean).join('; ')
}
