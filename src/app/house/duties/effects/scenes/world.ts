import { expect } from 'vitest'
import { type Disputing, disputingIn } from '#features/disputes/testing/disputing.ts'
import { runningIn } from '#features/giveaways/testing/running.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { openPrizeShop } from '#features/winners/testing/prizes.ts'
import { ROLES, type Role } from '#kernel/rights.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { TestUser } from '../../../../testing/users.ts'
import type { Answer } from './scene.ts'

/** At least the usual threshold of two persons. */
export const LARGE = 5000

/** A test shop with giveaways, prizes, orders and a bank, for the scenes of the table. */
export async function openWorld() {
  const prizes = await openPrizeShop()
  const { shop } = prizes
  const bank = await disputingIn(shop)
  const { db } = shop.services
  const call = (method: string, path: string, as: TestUser, json: object): Promise<Answer> =>
    shop.call(`/api${path}`, { as, json, method })
  // A Platinum credit is worth $100.00.
  const platinum = await bank.addProduct({ tier: 'Platinum', entries: 1, priceCents: 10_000 })

  return {
    ...prizes,
    ...secondPersonOf(shop),
    ...runningIn(prizes),
    ...rowsIn(bank, db),
    bank,
    db,
    call,
    platinum,
    /** A member of staff for each role, who signed in just now. */
    async staff(): Promise<Record<Role, TestUser>> {
      const found = await Promise.all(ROLES.map(async role => [role, await shop.addUser({ role })] as const))
      return Object.fromEntries(found) as Record<Role, TestUser>
    },
    /** Two entries of one person in a giveaway for which two persons decide. */
    async entrant() {
      const giveaway = await prizes.addGiveaway({ value: LARGE, endDate: prizes.inDays(5) })
      const person = await shop.addUser({ credits: { Bronze: 3 } })
      expect((await prizes.enter(giveaway, person, { pick: 2 })).status).toBe(200)
      return { giveaway, person }
    },
    /** The winner of a drawn giveaway, who was told. */
    async won(value: number) {
      const { giveaway, entrants } = await prizes.drawn(2, { value, title: 'Signal Lamp' })
      await prizes.tend()
      await prizes.tend()
      const [first] = await prizes.placesOf(giveaway)
      const person = entrants.find(({ email }) => email === first.email)!
      return { giveaway, id: first.id as string, person }
    },
    /** Staff granted so many Platinum credits before. */
    async granted(to: TestUser, amount: number) {
      const json = { email: to.email, amount, tier: 'Platinum', reason: 'A contest' }
      const answer = await call('POST', '/admin/credits/grant', await shop.addUser({ admin: true }), json)
      expect(answer.status, answer.text).toBe(200)
    },
  }
}

/** The rows that the effects change. */
function rowsIn(bank: Disputing, db: Db) {
  return {
    userRow: ({ userId }: TestUser) =>
      db
        .selectFrom('users as u')
        .leftJoin('shipping_address as a', 'a.user_id', 'u.id')
        .select([
          'u.name',
          'u.role',
          'u.offered_role',
          'u.enabled',
          'u.deleted_at',
          'u.birth_date',
          'a.line1',
          'a.state',
        ])
        .where('u.id', '=', userId)
        .executeTakeFirstOrThrow(),
    entriesOf: ({ userId }: TestUser) =>
      db
        .selectFrom('giveaway_entry')
        .select('id')
        .where('user_id', '=', userId)
        .where('removed_at', 'is', null)
        .orderBy('id')
        .execute(),
    creditsOf: ({ userId }: TestUser) =>
      db
        .selectFrom('credit_account')
        .select(['tier', 'available'])
        .where('user_id', '=', userId)
        .where('issued', '>', 0)
        .orderBy('tier')
        .execute(),
    winnerRow: (id: string) =>
      db
        .selectFrom('winner')
        .select(['state', 'user_id', 'ship_to', 'ended_reason'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    /** The money of an order: its row and its refunds, not its address. */
    async moneyOf(orderId: string) {
      const { standing, status, refunded_cents, dispute_hold } = await bank.orderRow(orderId)
      const refunds = await db
        .selectFrom('refund')
        .select(['id', 'amount_cents'])
        .where('order_id', '=', orderId)
        .execute()
      return { standing, status, refunded_cents, dispute_hold, refunds }
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
