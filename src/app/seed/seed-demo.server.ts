import { sql } from 'kysely'
import { storeDemoFiles } from '#adapters/images/demo-pictures.server.ts'
import { readCatalogPrices } from '#features/catalog/queries/prices.server.ts'
import { seedCatalog } from '#features/catalog/seed.server.ts'
import { seedCodes } from '#features/codes/seed.server.ts'
import { missingCredits, seedCredits } from '#features/credits/seed.server.ts'
import { withoutTending } from '#features/draws/commands/tending-lock.server.ts'
import { drawDemoWinners, seedGiveaways } from '#features/draws/seed.server.ts'
import { publishAllRules } from '#features/giveaways/lifecycle/commands/publish-rules.server.ts'
import { hashPassword } from '#features/identity/accounts/commands/accounts.server.ts'
import { type SeededUser, seedUsers } from '#features/identity/seed.server.ts'
import { recordMissedSales } from '#features/insights/commands.server.ts'
import { acceptAtRegistration } from '#features/legal/commands.server.ts'
import { seedMemberships } from '#features/membership/seed.server.ts'
import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import { seedOrders } from '#features/orders/seed/seed.server.ts'
import { seedPages } from '#features/own-pages/seed.server.ts'
import { seedProviderPayments } from '#features/reconciliation/seed.server.ts'
import { seedReviews } from '#features/reviews/seed.server.ts'
import { seedDesk } from '#features/support/seed.server.ts'
import { seedWinners } from '#features/winners/seed.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { DEMO_GIVEAWAYS } from '../../../db/demo/giveaways.ts'
import { makeHistory } from '../../../db/demo/make-history.ts'
import { DEMO_PAGES } from '../../../db/demo/pages.ts'
import { DEMO_MEMBER, DEMO_PEOPLE, DEMO_SHOPPER } from '../../../db/demo/people.ts'
import { DEMO_PRODUCTS } from '../../../db/demo/products.ts'
import { DEMO_OPTED_IN, DEMO_REPLIES, DEMO_TICKETS } from '../../../db/demo/tickets.ts'
import { DEMO_PASSWORD } from './demo-accounts.ts'

const ORDERS = 200
/** Demo accounts for visitors: they have more orders than others, and credits left in every tier. */
const NAMED = [DEMO_SHOPPER, DEMO_MEMBER]
const NAMED_KEEP: Record<Tier, number> = { Bronze: 6, Silver: 5, Gold: 4, Platinum: 3 }
const NOTHING: Record<Tier, number> = { Bronze: 0, Silver: 0, Gold: 0, Platinum: 0 }

/**
 * Fills an empty shop with demo data: users, products, a year of orders, giveaways in every state, a ledger that audits clean.
 * All rows are one transaction under a lock: two processes that start together seed once, and a killed one leaves nothing. The files of
 * the pictures are stored before, and the winners are drawn afterwards, in the past; until then no process tends draws.
 * @returns whether the shop was empty and is now filled.
 */
export const seedDemo = (ctx: Context): Promise<boolean> => withoutTending(ctx, () => seedEmpty(ctx))

async function seedEmpty(ctx: Context): Promise<boolean> {
  if (!(await isEmpty(ctx))) return false
  await storeDemoFiles(
    ctx,
    [...DEMO_PRODUCTS, ...DEMO_GIVEAWAYS].flatMap(({ pictures }) => pictures),
  )
  const passwordHash = await hashPassword(ctx, DEMO_PASSWORD)
  const seeded = await transact(ctx, async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('seed-demo'))`.execute(tx.db)
    if (!(await isEmpty(tx))) return false
    await fillShop(tx, passwordHash)
    return true
  })
  if (seeded) await publishAllRules(ctx)
  if (seeded) await Promise.all([drawDemoWinners(ctx).then(() => seedWinners(ctx)), recordMissedSales(ctx)])
  return seeded
}

async function isEmpty({ db }: DataContext): Promise<boolean> {
  const { rows } = await sql`select from users union all select from product limit 1`.execute(db)
  return rows.length === 0
}

async function fillShop(tx: TransactionContext, passwordHash: string) {
  const people = await seedUsers(tx, DEMO_PEOPLE, passwordHash)
  for (const { userId } of people) await acceptAtRegistration(tx, { userId, at: tx.now(), ip: '' })
  for (const { userId, email } of people)
    if (DEMO_OPTED_IN.includes(email))
      await recordConsent(tx, { userId, channel: 'sms', given: true, source: 'registration' })
  const benefits = await seedMemberships(
    tx,
    people.filter(person => person.isSubscriber),
  )
  const goods = await readCatalogPrices(tx, await seedCatalog(tx))
  await seedCodes(tx, people.filter(isNamed))
  const regulars = [...NAMED, ...NAMED]
  const history = makeHistory({
    products: DEMO_PRODUCTS,
    people: [...DEMO_PEOPLE, ...regulars],
    now: tx.now(),
    orders: ORDERS,
  })
  const earned = await seedOrders(tx, { history, buyers: people, goods: goods.values() })
  await seedReviews(tx, people)
  await seedProviderPayments(tx)
  const spent = await seedGiveaways(
    tx,
    people.filter(person => !person.isAdmin),
  )
  const movements = [...benefits, ...earned, ...spent]
  const agent = people.find(person => person.isAdmin)!.userId
  await seedDesk(tx, { tickets: DEMO_TICKETS, replies: DEMO_REPLIES, writers: people, agent })
  await seedPages(tx, DEMO_PAGES)
  await seedCredits(tx, [...missingCredits(movements, people.map(withCredits)), ...movements])
}

const isNamed = (person: SeededUser) => NAMED.some(({ email }) => email === person.email)

const withCredits = (person: SeededUser) => ({
  userId: person.userId,
  grantedAt: person.joinedAt,
  kept: isNamed(person) ? NAMED_KEEP : NOTHING,
})
