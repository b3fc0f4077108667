import { sql } from 'kysely'
import { RETURN_DAYS } from '#features/catalog/rules.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { FORGOTTEN_EMAIL, type PersonalData } from '#kernel/personal-data.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { toDollars } from '#kernel/values/money.ts'
import { Refusal } from '#platform/errors.ts'
import { priceShown } from './order/money/shown.ts'
import { listRefunds } from './order/money/stored-refunds.server.ts'
import { acceptedIn, headOf } from './order/queries/order-answer.server.ts'
import { type KnownOrder, selectOrders } from './order/stored-order.server.ts'
import { listSavedCards } from './payment/saved-cards/cards.server.ts'
import { dropCustomers, listCustomers } from './payment/saved-cards/customers.server.ts'

/** Orders stay because of the law and the books. The recipient's data is cleared once the order can no longer be returned. */
export const ordersData: PersonalData = {
  // Staff rows of refunds and the time line name only staff. Everything else is part of the order.
  tables: ['customer_order', 'refund', 'order_event', 'lost_order', 'payment_customer'],
  async exportOf(ctx, { userId, email }) {
    const orders = await selectOrders(ctx, sql`o.user_id = ${userId} order by o.created_at desc, o.id desc`)
    return {
      orders: await Promise.all(orders.map(order => exported(ctx, order))),
      paymentsReturned: await lostPaymentsOf(ctx, email),
      savedCards: await exportedCards(ctx, userId),
    }
  },
  async erase(tx, { userId, email }) {
    await forgetRecipients(tx, [userId])
    await dropCustomers(tx, userId)
    await sql`update lost_order set email = null where lower(email) = ${email}`.execute(tx.db)
  },
  async listOnceMarks({ db }, { userId, mailbox }) {
    const { rows } =
      await sql`select from customer_order where user_id = ${userId} and ${COUNTS_AS_FIRST} limit 1`.execute(db)
    return rows.length > 0 ? [{ kind: 'order', of: [mailbox] }] : []
  },
}

/** The mailboxes of orders that deleted users placed while the deletion ran, or whose deletion kept no mark, and when they ordered. */
export async function listLateOrders({ db }: DataContext, userIds: readonly string[]) {
  const { rows } = await sql<{ mailbox: string; at: Date }>`
    select mailbox_of(email) as mailbox, max(created_at) as at from customer_order
    where user_id = any(${[...userIds]}::uuid[]) and email <> ${FORGOTTEN_EMAIL} and ${COUNTS_AS_FIRST}
    group by mailbox_of(email)`.execute(db)
  return rows
}

/** Unpaid orders count, because their pages stay open after the deletion. */
const COUNTS_AS_FIRST = sql`status in ('pending', 'review', 'paid')`

/** The providers keep the cards. An export does not fail because one of them is away. */
async function exportedCards(ctx: Context, userId: string) {
  const customers = await listCustomers(ctx, userId)
  const cards = await listSavedCards(ctx, userId).catch(error => {
    if (!(error instanceof Refusal)) throw error
    return 'kept by the payment provider, which does not answer now'
  })
  return { cards, customers: customers.map(({ provider, customerId }) => ({ provider, customerId })) }
}

/** Payments of lost orders. Only the payer's e-mail address at the provider says whose they were. */
async function lostPaymentsOf(ctx: Context, email: string | null) {
  const { rows } = await sql<{ amount_cents: number; found_at: Date; refunded_at: Date | null }>`
    select amount_cents, found_at, refunded_at from lost_order where lower(email) = ${email} order by found_at, order_id`.execute(
    ctx.db,
  )
  return rows.map(row => ({ amount: toDollars(row.amount_cents), found: row.found_at, returned: row.refunded_at }))
}

/** An order as its buyer may see it. */
async function exported(ctx: Context, order: KnownOrder) {
  const { reference, status, refunded } = headOf(order)
  const { fee, ...price } = priceShown(order.price)
  return {
    reference,
    status,
    date: order.createdAt,
    email: order.email,
    shipTo: order.shipTo,
    paymentMethod: order.paymentMethod,
    ...price,
    fee: fee.amount,
    codes: order.codes,
    acceptedTexts: acceptedIn(order),
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    refunded,
    refunds: (await listRefunds(ctx, order.id)).map(refund => ({
      date: refund.createdAt,
      amount: toDollars(refund.parts.amount),
      status: refund.status,
      creditsTakenBack: refund.creditsTaken,
    })),
    lines: order.lines.map(({ sku, name, options, quantity, refunded, saleCents, listCents, tier, entries }) => ({
      sku,
      name,
      options,
      quantity,
      refunded,
      price: toDollars(saleCents ?? listCents),
      tier,
      credits: entries * quantity,
    })),
  }
}

/**
 * Clears e-mail and street address in orders of users who left: unpaid orders at once, paid orders once their return period is over. The
 * state stays because the tax depends on it.
 */
export async function forgetRecipients(ctx: DataContext, userIds: readonly string[]): Promise<void> {
  const settled = new Date(ctx.now().getTime() - RETURN_DAYS * DAY_MS)
  await sql`
    update customer_order set email = ${FORGOTTEN_EMAIL},
      ship_to = case when ship_to is not null then jsonb_build_object('name', '', 'line1', '', 'line2', null, 'city', '',
        'state', ship_to->>'state', 'postalCode', '', 'country', ship_to->>'country') end
    where user_id = any(${userIds}::uuid[]) and email <> ${FORGOTTEN_EMAIL}
      and (status in ('expired', 'cancelled', 'failed') or created_at < ${settled})`.execute(ctx.db)
}

/**
 * Clears the bodies of webhooks that were handled long ago. They hold names and addresses, and the provider has the originals. The ids stay
 * so that a repeated event is recognized.
 */
export const forgetWebhookBodies = (ctx: Context) =>
  ctx.db
    .updateTable('webhook_event')
    .set({ body: '' })
    .where('handled_at', '<', new Date(ctx.now().getTime() - RETURN_DAYS * DAY_MS))
    .where('body', '<>', '')
    .execute()
