import { sql } from 'kysely'
import { readProductNames } from '#features/catalog/queries/product-names.server.ts'
import { readReferralOwners } from '#features/identity/registration/queries/referrals.server.ts'
import { requireAlso } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { toCents } from '#kernel/values/money.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { COUPON_ERRORS, type Coupon, type CouponChange, type CouponDetail, type NewCoupon } from '../contract.ts'
import { COUPON, TERMS } from '../coupon-fields.ts'
import { type CouponRow, couponColumns, couponOfRow } from '../queries/coupons.server.ts'

const refuse = refusals(COUPON_ERRORS)

type Fields = Required<Omit<CouponChange, 'version'>>

const isTerm = (name: string) => TERMS.some(term => term === name)

/**
 * Creates a coupon.
 * @returns its id.
 * @throws Unauthorized without the right to change credits, because goods at a discount are credits at a discount; coupon_code_taken;
 * invalid_input for an end before the start and for unknown products.
 */
export const createCoupon = (ctx: Context, input: NewCoupon): Promise<string> =>
  transact(ctx, tx => insertCoupon(tx, input))

export async function insertCoupon(tx: TransactionContext, input: NewCoupon): Promise<string> {
  const id = newId()
  requireAlso(tx, 'credits.change')
  const fields = { ...COUPON.initial, ...input }
  await checkFields(tx, fields, input)
  await tx.db
    .insertInto('coupon')
    .values({ id, ...columnsOf(fields), created_at: tx.now() })
    .execute()
    .catch(orTaken(fields.code))
  await recordCoupon(tx, { id, code: fields.code, kind: 'created' })
  return id
}

/**
 * Changes a coupon. Once the coupon is used or held by an open payment, only its dates, limits and note can change, so that the advertised
 * discount stays.
 * @throws version_conflict with the stored `version`; coupon_not_found, coupon_archived, coupon_in_use, coupon_limit_below_use; and as
 * createCoupon.
 */
export async function changeCoupon(ctx: Context, id: string, { version, ...input }: CouponChange): Promise<void> {
  await transact(ctx, async tx => {
    const before = await lockedCoupon(tx, id)
    if (version !== undefined && version !== before.version)
      throw refuseAny('version_conflict', { version: before.version })
    const changes = changesOf(before, input)
    if (Object.keys(changes).length === 0) return
    if (Object.keys(changes).some(name => name !== 'note')) requireAlso(tx, 'credits.change')
    const promo = before.code
    const isOther = Object.keys(changes).some(isTerm)
    if (isOther && before.held + before.used > 0) throw refuse('coupon_in_use', { promo })
    const fields: Fields = { ...before, ...input }
    if (fields.totalLimit !== null && fields.totalLimit < before.held + before.used - before.late) {
      throw refuse('coupon_limit_below_use', { promo })
    }
    await checkFields(tx, fields, changes)
    await tx.db
      .updateTable('coupon')
      .set(columnsOf(fields))
      .set(eb => ({ edition: eb('edition', '+', 1) }))
      .$if(isOther, update => update.set(eb => ({ version: eb('version', '+', 1) })))
      .where('id', '=', id)
      .execute()
      .catch(orTaken(fields.code))
    await recordCoupon(tx, { id, code: fields.code, kind: 'changed', changes })
  })
}

type Changes = Record<string, { before: unknown; after: unknown }>

/** Compares by meaning: lists regardless of order, moments regardless of zone. */
function changesOf(before: Coupon, input: Partial<Fields>): Changes {
  const changed = Object.entries(input).filter(
    ([name, value]) => meaningOf(value) !== meaningOf(before[name as keyof Coupon]),
  )
  return Object.fromEntries(
    changed.map(([name, after]) => [name, { before: before[name as keyof Coupon], after }] as const),
  )
}

const MOMENT = /^\d{4}-\d\d-\d\dT/
function meaningOf(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify([...new Set(value)].sort())
  return typeof value === 'string' && MOMENT.test(value) ? new Date(value).toISOString() : JSON.stringify(value)
}

const columnsOf = (fields: Fields) => ({
  ...COUPON.columnsOf(fields),
  kind: fields.discount.kind,
  amount: toCents(fields.discount.amount),
})

/** @param given the fields of the input; only these are checked. */
async function checkFields(
  ctx: DataContext,
  { startsAt, endsAt, productIds, code }: Fields,
  given: object,
): Promise<void> {
  if (startsAt && endsAt && new Date(endsAt) <= new Date(startsAt)) {
    throw refuseAny('invalid_input', {}, { endsAt: ['The end must be after the start'] })
  }
  if ('productIds' in given) {
    const names = await readProductNames(ctx, productIds)
    if (productIds.some(id => !names.has(id))) {
      throw refuseAny('invalid_input', {}, { productIds: ['A product must be one of the store'] })
    }
  }
  if ('code' in given && (await readReferralOwners(ctx, [code])).size > 0)
    throw refuse('coupon_code_taken', { promo: code })
}

const orTaken = (promo: string) => (error: { code?: string }) => {
  throw error.code === '23505' ? refuse('coupon_code_taken', { promo }) : error
}

type Event = CouponDetail['events'][number]

/** Appends an action to the coupon's history. */
export async function recordCoupon(
  tx: TransactionContext,
  { id, code, kind, changes = {} }: { id: string; code: string; kind: Event['kind']; changes?: Event['changes'] },
): Promise<void> {
  await tx.db
    .insertInto('coupon_event')
    .values({
      id: newId(),
      coupon_id: id,
      kind,
      detail: JSON.stringify(changes),
      actor_id: tx.actor?.userId ?? null,
      at: tx.now(),
    })
    .execute()
  const values = (side: 'before' | 'after') =>
    Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]]))
  if (tx.actor?.role)
    await writeAuditLog(tx, {
      action: kind,
      subject: { type: 'coupon', id, label: code },
      ...(kind === 'changed' && { before: values('before'), after: values('after') }),
    })
}

/**
 * Locks a coupon for a change by staff. No order can hold or use the coupon until the transaction ends.
 * @throws coupon_not_found, coupon_archived
 */
export async function lockedCoupon(tx: TransactionContext, id: string): Promise<Coupon> {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns(tx)} from coupon c where c.id = ${id} for update`.execute(tx.db)
  const row = rows[0]
  if (!row) throw refuse('coupon_not_found')
  if (row.archived_at) throw refuse('coupon_archived', { promo: row.code })
  return couponOfRow(row)
}
