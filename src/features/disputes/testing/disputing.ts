import { expect } from 'vitest'
import type { TestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { drawNow, frozenNumbers } from '#features/giveaways/testing/draw-now.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { readDispute } from '../commands/read-dispute.server.ts'

export const DISPUTE_CARDS = {
  fraudulent: '4000 0000 0000 0259',
  notReceived: '4000 0000 0000 2685',
  inquiry: '4000 0000 0000 1976',
}

const DAY = 86_400_000

/** The current state of disputes, credits and entries in the database. */
function standingIn(shop: TestShop) {
  const row = (providerId: string) =>
    shop.services.db.selectFrom('dispute').selectAll().where('provider_id', '=', providerId).executeTakeFirstOrThrow()
  const creditsOf = (providerId: string) =>
    shop.services.db
      .selectFrom('dispute_credit as c')
      .innerJoin('dispute as d', 'd.id', 'c.dispute_id')
      .select(['c.tier', 'c.owed', 'c.frozen', 'c.flagged', 'c.taken'])
      .where('d.provider_id', '=', providerId)
      .orderBy('c.tier')
      .execute()
  const creditAccount = (as: TestUser, tier = 'Gold') =>
    shop.services.db
      .selectFrom('credit_account')
      .select(['available', 'spent', 'frozen'])
      .where('user_id', '=', as.userId)
      .where('tier', '=', tier as 'Gold')
      .executeTakeFirst()

  return { row, creditsOf, creditAccount }
}

/** The bank's actions on payments in a shop under test. The shop learns of them only when a test says so. */
export async function disputingIn(shop: TestShop) {
  const staffing = await staffingIn(shop)
  await shop.settleJobs()
  await staffing.loseWebhooks()

  const atBank = async (path: string, json: object) => {
    const answer = await shop.call(`/dev/stripe/dispute${path}`, { json })
    expect(answer.status, answer.text).toBe(200)
    return answer.json as { id: string; amount: number; status: string }
  }
  /** Disputes the payment of an order at its bank. @returns the provider's id of the dispute. */
  async function dispute(orderId: string, wish: { amount?: number; inquiry?: boolean; reason?: string } = {}) {
    const { payment_intent_id } = await staffing.orderRow(orderId)
    return (await atBank('', { payment_intent: payment_intent_id, ...wish })).id
  }
  const decide = (providerId: string, outcome: 'won' | 'lost' | 'escalated') => atBank(`/${providerId}`, { outcome })
  const read = (providerId: string) => readDispute(shop.system, providerId)
  /** Disputes a payment at the bank and lets the shop read the dispute. */
  async function disputed(orderId: string, wish?: Parameters<typeof dispute>[1]): Promise<string> {
    const providerId = await dispute(orderId, wish)
    await read(providerId)
    return providerId
  }
  async function decided(providerId: string, outcome: 'won' | 'lost' | 'escalated'): Promise<void> {
    await decide(providerId, outcome)
    await read(providerId)
  }
  const inDays = (days: number) => new Date(+shop.clock.now() + days * DAY).toISOString()
  async function giveaway(title: string, endDate: string | null = null): Promise<string> {
    const json = { title, description: 'Goods in a box.', tier: 'Gold', startDate: inDays(-1), endDate, entryLimit: 50 }
    return (await shop.call('/api/giveaways', { as: staffing.admin, json })).json.id
  }
  const enter = async (as: TestUser, id: string, slots: number[]) => {
    const answer = await shop.call(`/api/giveaways/${id}/entries`, { as, json: { slots } })
    expect(answer.status, answer.text).toBe(200)
    shop.clock.advance(1000)
  }
  /** Slots of a giveaway's live entries, and the flagged ones among them. */
  async function slots(giveawayId: string) {
    const rows = await shop.services.db
      .selectFrom('giveaway_entry')
      .select(['slot_number as slot', 'dispute_id as disputeId'])
      .where('giveaway_id', '=', giveawayId)
      .where('removed_at', 'is', null)
      .orderBy('slot_number')
      .execute()
    const flagged = rows.filter(({ disputeId }) => disputeId !== null)
    return { live: rows.map(({ slot }) => slot), flagged: flagged.map(({ slot }) => slot) }
  }
  const draw = (id: string, title: string) => drawNow(shop, { id, title })
  const frozen = (id: string) => frozenNumbers(shop, { id })
  return {
    ...staffing,
    atBank,
    dispute,
    decide,
    read,
    disputed,
    decided,
    ...standingIn(shop),
    giveaway,
    enter,
    slots,
    draw,
    frozen,
  }
}

export type Disputing = Awaited<ReturnType<typeof disputingIn>>
