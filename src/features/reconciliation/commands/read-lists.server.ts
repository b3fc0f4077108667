import { readDispute } from '#features/disputes/commands/read-dispute.server.ts'
import { handleMembershipEvent } from '#features/membership/subscriptions/sync/commands/read-membership.server.ts'
import { takeUpLostOrders } from '#features/orders/payment/commands/lost-orders.server.ts'
import { settleSession } from '#features/orders/webhooks/commands/payment-events.server.ts'
import type { Context } from '#kernel/context.ts'
import { type Listing, type Page, PaymentError } from '#kernel/ports/payments.ts'
import { listMissedInvoices, listMissedSessions } from '../queries/missed.server.ts'
import { LISTS, type ListName, nextPass } from '../rules.ts'
import { keepCharges, keepDisputes, keepRefunds, keepSubscriptions, listMissedDisputes } from './keep-seen.server.ts'
import { renewLease } from './lease.server.ts'

/** Reads one page of a list, stores or settles its content, and returns the cursor of the next page. */
type ReadPage = (ctx: Context, listing: Listing) => Promise<string | null>

const reader =
  <T>(
    list: (ctx: Context, listing: Listing) => Promise<Page<T>>,
    keep: (ctx: Context, items: T[]) => Promise<void>,
  ): ReadPage =>
  async (ctx, listing) => {
    const { items, next } = await list(ctx, listing)
    if (items.length > 0) await keep(ctx, items)
    return next
  }

const READERS: Record<ListName, ReadPage> = {
  charges: reader((ctx, listing) => ctx.payments.listCharges(listing), keepCharges),
  refunds: reader((ctx, listing) => ctx.payments.listRefunds(listing), keepRefunds),
  checkouts: reader(
    (ctx, listing) => ctx.payments.listCheckouts(listing),
    async (ctx, checkouts) => {
      await takeUpLostOrders(ctx, checkouts)
      for (const id of await listMissedSessions(ctx, checkouts))
        await attempt(ctx, { id }, () => settleSession(ctx, id))
    },
  ),
  subscriptions: reader((ctx, listing) => ctx.payments.listSubscriptions(listing), keepSubscriptions),
  invoices: reader(
    (ctx, listing) => ctx.payments.listInvoices(listing),
    async (ctx, invoices) => {
      for (const id of await listMissedInvoices(ctx, invoices))
        await attempt(ctx, { id }, () => handleMembershipEvent(ctx, { type: 'invoice.paid', objectId: id }))
    },
  ),
  disputes: reader(
    (ctx, listing) => ctx.payments.listDisputes(listing),
    async (ctx, disputes) => {
      await keepDisputes(ctx, disputes)
      for (const id of await listMissedDisputes(ctx, disputes)) await attempt(ctx, { id }, () => readDispute(ctx, id))
    },
  ),
}

/** A failure does not block the rest. The object stays in the comparison until it is settled. */
export async function attempt(ctx: Context, what: object, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ctx.log.warn({ err: error, ...what }, 'not settled by the reconciler, will be tried again')
  }
}

/**
 * Continues reading the provider's lists, each to its end, until the time is up. An unreachable list keeps its position, and the other
 * lists are still read.
 * @param until by the machine's clock.
 * @param lists the lists to read.
 * @returns `done`, `more` when the time was up, `unreachable` when a list was refused.
 */
export async function readLists(
  ctx: Context,
  until: number,
  lists: readonly ListName[] = LISTS,
): Promise<'done' | 'more' | 'unreachable'> {
  let isRefused = false
  for (const list of lists) {
    try {
      if (!(await readList(ctx, list, until))) return 'more'
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      ctx.log.warn({ err: error, list }, 'a list of the payment provider cannot be read now')
      isRefused = true
    }
  }
  return isRefused ? 'unreachable' : 'done'
}

/** @returns whether the pass reached its end. */
async function readList(ctx: Context, list: ListName, until: number): Promise<boolean> {
  let pass: Pass | undefined = await passOf(ctx, list)
  while (pass) {
    if (Date.now() > until) return false
    pass = await readPage(ctx, list, pass)
    await renewLease(ctx)
  }
  return true
}

type Pass = { since: Date; startedAt: Date; pageAfter: string | null }

/** The pass in progress, or a new one. */
async function passOf(ctx: Context, list: ListName): Promise<Pass> {
  const row = await ctx.db
    .selectFrom('provider_pass')
    .select(['since', 'started_at as startedAt', 'page_after as pageAfter'])
    .select(['covered_until as coveredUntil', 'usual_at as usualAt', 'deep_at as deepAt'])
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  if (row.since && row.startedAt) return { since: row.since, startedAt: row.startedAt, pageAfter: row.pageAfter }
  const startedAt = ctx.now()
  const { depth, since } = nextPass(startedAt, row)
  await ctx.db
    .updateTable('provider_pass')
    .set({ depth, since, started_at: startedAt, page_after: null })
    .where('list', '=', list)
    .execute()
  return { since, startedAt, pageAfter: null }
}

/** @returns the pass after the page; undefined at its end, when everything created before its start has been read. */
async function readPage(ctx: Context, list: ListName, pass: Pass): Promise<Pass | undefined> {
  const { since, pageAfter } = pass
  const next = await READERS[list](ctx, { since, ...(pageAfter && { after: pageAfter }) }).catch(async error => {
    // The last object of the previous page no longer exists, so the pass restarts from its first page.
    if (pageAfter && error instanceof PaymentError && ['not_found', 'invalid'].includes(error.kind)) {
      await ctx.db.updateTable('provider_pass').set({ page_after: null }).where('list', '=', list).execute()
    }
    throw error
  })
  if (next !== null) {
    await ctx.db.updateTable('provider_pass').set({ page_after: next }).where('list', '=', list).execute()
    return { ...pass, pageAfter: next }
  }
  await ctx.db
    .updateTable('provider_pass')
    .set(eb => ({
      covered_until: pass.startedAt,
      usual_at: eb.case().when('depth', '=', 'fresh').then(eb.ref('usual_at')).else(pass.startedAt).end(),
      deep_at: eb.case().when('depth', '=', 'deep').then(pass.startedAt).else(eb.ref('deep_at')).end(),
      depth: null,
      since: null,
      started_at: null,
      page_after: null,
    }))
    .where('list', '=', list)
    .execute()
  return undefined
}
