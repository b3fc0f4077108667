import { enteredSince, type NewEntries } from '#features/giveaways/entries/queries/entered-since.server.ts'
import { namesAndEmailsOf } from '#features/identity/queries.server.ts'
import { registeredSince } from '#features/identity/registration/queries/registrations.server.ts'
import { type PaidOrder, paidSince } from '#features/orders/sales/queries/paid-since.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Activity } from '../contract.ts'

/** Recent activity covers the last 24 hours. */
const RECENT_MS = 24 * 3600 * 1000

type Happened = Activity & { at: Date }
const NOTHING = { email: null, customer_name: null, amount: null, entries: null, giveaway_title: null }

/** Purchases, entries and registrations of the last 24 hours, newest first. */
export async function activityOf(ctx: Context, { limit }: { limit: number }): Promise<Activity[]> {
  const span = { since: new Date(+ctx.now() - RECENT_MS), limit }
  const [orders, entries, people] = await Promise.all([
    paidSince(ctx, span),
    enteredSince(ctx, span),
    registeredSince(ctx, span),
  ])
  const known = await namesAndEmailsOf(
    ctx,
    entries.flatMap(({ userId }) => userId ?? []),
  )
  const happened: Happened[] = [
    ...orders.map(purchase),
    ...entries.map(entry => entered(entry, entry.userId === null ? undefined : known.get(entry.userId))),
    ...people.map(({ id, name, email, at }) => ({
      ...NOTHING,
      type: 'user_registration' as const,
      title: 'New user',
      description: `${name} joined`,
      ...when(at),
      email,
      customer_name: name,
      id,
    })),
  ]
  return happened
    .sort((one, other) => +other.at - +one.at)
    .slice(0, limit)
    .map(({ at: _, ...activity }) => activity)
}

const when = (at: Date) => ({ at, timestamp: at.toISOString() })
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const purchase = (order: PaidOrder): Happened => ({
  ...NOTHING,
  type: 'purchase',
  title: `Order ${order.reference}`,
  description: `${order.name ?? order.email} bought ${counted(order.pieces, 'piece')}`,
  ...when(order.at),
  email: order.email,
  customer_name: order.name,
  amount: toDollars(order.totalCents),
  entries: order.credits,
  id: order.id,
})

/** A mail-in entry has no account; the giveaway's entry list names its sender. */
function entered(
  { giveawayId, title, count, at }: NewEntries,
  person: { name: string; email: string } | undefined,
): Happened {
  const slots = counted(count, 'slot')
  return {
    ...NOTHING,
    type: 'giveaway_entry',
    title,
    description: person ? `${person.name} took ${slots}` : `${slots} by mail`,
    ...when(at),
    email: person?.email ?? null,
    customer_name: person?.name ?? null,
    entries: count,
    giveaway_title: title,
    id: giveawayId,
  }
}
