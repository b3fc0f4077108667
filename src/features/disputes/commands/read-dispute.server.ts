import { sql } from 'kysely'
import { lockCodes } from '#features/codes/commands/code-uses.server.ts'
import { findBillOfPayment } from '#features/membership/invoices/queries/invoices.server.ts'
import { END_SUBSCRIPTION } from '#features/orders/order/job-types.server.ts'
import { ON_HOLD } from '#features/orders/order/standing.ts'
import { settle } from '#features/orders/payment/commands/settle.server.ts'
import {
  blockOrder,
  type DisputedOrder,
  findOrderOfPayment,
  lockDisputedOrder,
  loseOrder,
  losePaymentOnHold,
  readRefundedCents,
} from '#features/orders/refunds/commands/dispute-order.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { type Dispute, PaymentError } from '#kernel/ports/payments.ts'
import { tellStaff, tellUser } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { DAY_MS, HOUR_MS } from '#kernel/values/durations.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { blockOf, type DisputeStatus, effectOf, isOpen } from '../rules.ts'
import { findStoredDispute, listDisputesOfOrder, type StoredDispute } from '../stored-dispute.server.ts'
import { blockDisputed, releaseDisputed, takeDisputed } from './disputed-credits.server.ts'
import { type Before, noteStep } from './note-step.server.ts'

/** Limit of provider reads in one job. Each lost race means that another job applied a newer answer. */
const MAX_READS = 20

/** The subject of a dispute. All ids are null while the payment is unknown. */
export type Disputed = { orderId: string | null; invoiceId: string | null; subscriptionId: string | null }

/**
 * Reads a dispute from the provider and applies it. Webhooks, the reconciler and staff all call it, in any order, concurrently and
 * repeatedly. The answer is applied only if the dispute still has the version that it had before the read, so an older answer is
 * never applied after a newer one.
 * @throws PaymentError when the provider cannot be asked; nothing was changed then.
 */
export async function readDispute(ctx: Context, providerId: string): Promise<void> {
  for (let read = 0; read < MAX_READS; read++) {
    const version = (await findStoredDispute(ctx, providerId))?.version ?? 0
    const answer = await ctx.payments.readDispute(providerId)
    const disputed = await findDisputed(ctx, answer)
    const isApplied = await transact(ctx, async tx => {
      // Codes come before orders.
      if (disputed.orderId) await lockCodes(tx, disputed.orderId)
      // The dispute's foreign key would take a shared lock on the order, and two disputes of one order would then deadlock.
      if (disputed.orderId) await lockDisputedOrder(tx, disputed.orderId)
      const kept = await keepAnswer(tx, answer, disputed, version)
      if (!kept) return false
      await applyDispute(tx, (await findStoredDispute(tx, providerId))!, kept.before, disputed.subscriptionId)
      return true
    })
    if (isApplied) return
  }
  throw new PaymentError('busy', `Dispute ${providerId} is being applied by others.`)
}

/**
 * Finds the subject of a dispute and settles its order, because a dispute can arrive before the settlement. A disputed payment was paid.
 */
async function findDisputed(ctx: Context, { paymentIntentId, orderId }: Dispute): Promise<Disputed> {
  const bill = paymentIntentId ? await findBillOfPayment(ctx, paymentIntentId) : undefined
  const isRenewal = bill !== undefined && bill.reason !== 'first'
  const subscriptionId = bill?.subscriptionId ?? null
  if (isRenewal) return { orderId: null, invoiceId: bill.id, subscriptionId }
  const order = await findOrderOfPayment(ctx, { orderId, paymentIntentId, subscriptionId })
  if (!order) return { orderId: null, invoiceId: null, subscriptionId: null }
  await settle(ctx, order.id)
  return { orderId: order.id, invoiceId: null, subscriptionId: order.subscriptionId }
}

/**
 * The guarded write, which locks the dispute until the transaction ends. An answer without news changes nothing.
 * @returns the previous state, null for a new dispute; undefined when another answer was applied in between.
 */
async function keepAnswer(
  ctx: DataContext,
  answer: Dispute,
  disputed: Disputed,
  version: number,
): Promise<{ before: Before } | undefined> {
  const told = toldBy(answer, disputed)
  const known = await lockDispute(ctx, answer.id)
  const isKnown =
    known && Object.entries(told).every(([name, value]) => isSame(known[name as keyof typeof known], value))
  if (known && !isKnown && known.version !== version) return undefined
  if (!known && !(await insertDispute(ctx, answer, told))) return undefined
  if (known && !isKnown) await updateDispute(ctx, answer, told)
  await keepMovements(ctx, answer)
  return { before: known ? { status: known.status as DisputeStatus, isInquiry: known.is_inquiry } : null }
}

const isSame = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? +a === +b : a === b)

const lockDispute = ({ db }: DataContext, providerId: string) =>
  db
    .selectFrom('dispute')
    .select([
      'amount_cents',
      'answered_at',
      'answered_by',
      'closed_at',
      'currency',
      'due_by',
      'effect',
      'id',
      'invoice_id',
      'is_inquiry',
      'opened_at',
      'order_id',
      'payment_intent_id',
      'provider_id',
      'read_at',
      'reason',
      'round',
      'status',
      'submission_count',
      'version',
    ])
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirst()

const toldBy = (answer: Dispute, { orderId, invoiceId }: Disputed) => ({
  order_id: orderId,
  invoice_id: invoiceId,
  payment_intent_id: answer.paymentIntentId,
  amount_cents: answer.amountCents,
  currency: answer.currency,
  reason: answer.reason,
  status: answer.status,
  is_inquiry: answer.isInquiry,
  due_by: answer.dueBy,
  submission_count: answer.submissionCount,
})
type Told = ReturnType<typeof toldBy>

const isClosed = (answer: Dispute) => !isOpen(answer.status)

async function insertDispute(ctx: DataContext, answer: Dispute, told: Told): Promise<boolean> {
  const now = ctx.now()
  const times = { opened_at: answer.createdAt, closed_at: isClosed(answer) ? now : null, read_at: now }
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('dispute')
    .values({ ...told, ...times, id: newId(), provider_id: answer.id })
    .onConflict(conflict => conflict.column('provider_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function updateDispute(ctx: DataContext, answer: Dispute, told: Told): Promise<void> {
  const now = ctx.now()
  const written = await ctx.db
    .updateTable('dispute')
    .set(eb => ({
      ...told,
      read_at: now,
      version: eb('version', '+', 1),
      closed_at: isClosed(answer) ? eb.fn.coalesce('closed_at', eb.val(now)) : null,
    }))
    .where('provider_id', '=', answer.id)
    .executeTakeFirst()
  requireOneRow(written, `dispute ${answer.id}`)
}

async function keepMovements(ctx: DataContext, { id, movements }: Dispute): Promise<void> {
  if (movements.length === 0) return
  const rows = movements.map(({ id, amountCents, feeCents, createdAt }) => {
    return { id, amount_cents: amountCents, fee_cents: feeCents, at: createdAt.toISOString() }
  })
  await sql`
    insert into dispute_movement (id, dispute_id, amount_cents, fee_cents, at)
    select m.id, d.id, m.amount_cents, m.fee_cents, m.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (id text, amount_cents integer, fee_cents integer, at timestamptz)
      join dispute d on d.provider_id = ${id}
    on conflict (id) do nothing`.execute(ctx.db)
}

/**
 * Applies a dispute to order, credits and entries. The caller has locked codes, order and dispute. A repeat changes nothing. Locks: codes,
 * order, dispute, giveaways, credit accounts, stock.
 */
async function applyDispute(
  tx: TransactionContext,
  dispute: StoredDispute,
  before: Before,
  subscriptionId: string | null,
): Promise<void> {
  tx.onCommit(ctx => tellStaff(ctx, 'orders', 'activity'))
  if (!dispute.orderId) {
    await noteStep(tx, dispute, null, before)
    // A lost renewal ends its membership, like a refund. Credits of past months stay.
    const isLost = dispute.status === 'lost' && before?.status !== 'lost'
    if (isLost && subscriptionId) await enqueue(tx, END_SUBSCRIPTION, { subscriptionId })
    return
  }
  const order = await lockDisputedOrder(tx, dispute.orderId)
  const disputes = await listDisputesOfOrder(tx, order.id)
  const heldCents = order.price.total - (await readRefundedCents(tx, order.id))
  const { isLost, ...block } = blockOf(disputes, heldCents)
  await noteStep(tx, dispute, order, before)
  if (order.status === 'paid') await moveCredits(tx, dispute, order)
  const isNewlyLost = isLost && order.disputeBlock !== 'lost'
  await blockOrder(tx, order.id, block)
  if (isNewlyLost && order.status === 'paid') await loseOrder(tx, order)
  // A lost part counts as all of a payment that disagrees with its order: the provider refunds no rest of it.
  if (dispute.status === 'lost' && order.status === ON_HOLD) await losePaymentOnHold(tx, order, dispute.paymentIntentId)
  tx.onCommit(ctx => tellUser(ctx, order.userId, 'orders', 'credits'))
}

/** Moves one step at a time: before `taken`, credits are frozen by the rule first. */
async function moveCredits(tx: TransactionContext, dispute: StoredDispute, order: DisputedOrder): Promise<void> {
  const wanted = effectOf(dispute, dispute.effect)
  let now = dispute
  while (now.effect !== wanted) now = { ...now, ...(await step(tx, now, order, wanted)) }
}

function step(tx: TransactionContext, dispute: StoredDispute, order: DisputedOrder, wanted: StoredDispute['effect']) {
  if (wanted === 'released') return releaseDisputed(tx, dispute, order)
  if (dispute.effect === 'frozen') return takeDisputed(tx, dispute, order)
  return blockDisputed(tx, dispute, order)
}

/** Read interval. A dispute can last three months, longer than the lists are read back. */
const READ_EVERY_MS = 6 * HOUR_MS
/** For so long after its opening a closed dispute of an unknown payment is read, because its order or invoice may still be stored. */
const UNKNOWN_FOR_MS = 180 * DAY_MS
const BATCH = 100

/**
 * Reads disputes without news for 6 hours again: open ones, and closed ones whose order or invoice was unknown at the last read. A failure
 * does not block the others.
 */
export async function followDisputes(ctx: Context): Promise<void> {
  const now = ctx.now()
  const before = new Date(+now - READ_EVERY_MS)
  const opened = new Date(+now - UNKNOWN_FOR_MS)
  const { rows } = await sql<{ providerId: string }>`
    update dispute set read_at = ${now} where id in (
      select id from dispute where read_at < ${before}
        and (closed_at is null or (order_id is null and invoice_id is null and opened_at > ${opened}))
      order by read_at limit ${BATCH})
    returning provider_id as "providerId"`.execute(ctx.db)
  for (const { providerId } of rows) {
    await readDispute(ctx, providerId).catch(error =>
      ctx.log.warn({ err: error, providerId }, 'dispute not read, will be tried again'),
    )
  }
}
