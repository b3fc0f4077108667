import { readNames } from '#features/identity/user/queries.server.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import { type Delivery, listDeliveries } from '#features/orders/history/queries/deliveries.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { INVITED_AFTER_DAYS } from '../rules.ts'

/** Deliveries read at once. */
const PIECE = 200
/** An older delivery gets no invitation, so that a first run does not write to the buyers of years. */
const TOO_LATE_DAYS = 28

type Invitation = { name: string; reference: string; products: readonly { id: string; name: string }[] }

export const invitationEmail = defineEmail({
  preview: { name: 'Sam', reference: 'RD-1007', products: [{ id: '01', name: 'Star Fort Sticker' }] },
  write: ({ origin }, { name, reference, products }: Invitation) => ({
    subject: `How do you like it? Your order ${reference}`,
    body: [
      greetingOf(name),
      products.length === 1
        ? `you have had ${products[0]!.name} for two weeks. Tell other shoppers how it is.`
        : `you have had your order for two weeks: ${products.map(product => product.name).join(', ')}. Other shoppers would like to know how the things are.`,
      'Praise and criticism are equally welcome. The number of stars changes nothing for you, and reviews are not rewarded.',
    ],
    action: { label: 'Write a review', url: `${origin}/product/${products[0]!.id}?review=write#reviews` },
  }),
  unproven: nameless,
})

/**
 * Invites buyers to review their order 14 days after its delivery, if they want offers by e-mail. The row of each order makes the
 * invitation one, however often the job runs. Nothing here reads a review's stars.
 */
export async function inviteReviewers(ctx: Context): Promise<void> {
  const to = new Date(+ctx.now() - INVITED_AFTER_DAYS * DAY_MS)
  const from = await firstOpen(ctx)
  let after: Delivery | undefined
  do {
    const deliveries = await listDeliveries(ctx, { from, to, after, limit: PIECE })
    for (const delivery of deliveries) await transact(ctx, tx => invite(tx, delivery))
    after = deliveries.length === PIECE ? deliveries.at(-1) : undefined
  } while (after)
}

/** A day before the last considered delivery, because events of concurrent transactions commit out of order. */
async function firstOpen({ db, now }: Context): Promise<Date> {
  const oldest = +now() - TOO_LATE_DAYS * DAY_MS
  const { last } = await db
    .selectFrom('review_invitation')
    .select(({ fn }) => fn.max('delivered_at').as('last'))
    .executeTakeFirstOrThrow()
  return new Date(Math.max(oldest, last ? +last - DAY_MS : 0))
}

async function invite(tx: TransactionContext, { orderId, reference, userId, deliveredAt, products }: Delivery) {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('review_invitation')
    .values({ order_id: orderId, delivered_at: deliveredAt, created_at: tx.now() })
    .onConflict(conflict => conflict.column('order_id').doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows || products.length === 0) return
  const reviewed = await tx.db
    .selectFrom('product_review')
    .select('product_id')
    .where('user_id', '=', userId)
    .where(
      'product_id',
      'in',
      products.map(({ id }) => id),
    )
    .execute()
  const open = products.filter(({ id }) => !reviewed.some(row => row.product_id === id))
  if (open.length === 0) return
  const name = (await readNames(tx, [userId])).get(userId) ?? ''
  await notify(tx, {
    userId,
    kind: 'promotional_offer',
    onceKey: `review:${orderId}`,
    email: invitationEmail(tx, { name, reference, products: open }),
  })
}
