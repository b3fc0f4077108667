import { expect } from 'vitest'
import { type ShopOptions, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { auditEntries } from '../entries/queries/entries.server.ts'
import type { GiveawayInput } from '../giveaway/admin-contract.ts'
import type { Giveaway } from '../giveaway/contract.ts'
import { drawDue, drawNow, frozenNumbers } from './draw-now.ts'

const DAY = 86_400_000

/** The shop of a test file with an admin who has credits, and helpers that use giveaways through the API. */
export async function openGivingShop(options: ShopOptions = {}) {
  const shop = await testShop({ connections: 24, ...options })
  const admin = await shop.addUser({ admin: true, credits: { Bronze: 20 } })

  /** Days from the shop's clock, in API format. */
  const inDays = (days: number) => new Date(+shop.clock.now() + days * DAY).toISOString()

  const asAdmin = (path: string, json?: unknown, method?: string) =>
    shop.call(path, { as: admin, ...(json === undefined ? {} : { json }), ...(method ? { method } : {}) })

  /** Adds a giveaway that opened yesterday, unless the input overrides the start. */
  async function addGiveaway(input: Partial<GiveawayInput> = {}): Promise<Giveaway> {
    const json = { title: 'Field Kit', description: 'Eight goods in one box.', startDate: inDays(-1), ...input }
    const made = await asAdmin('/api/giveaways', json)
    expect(made.status, made.text).toBe(200)
    return made.json
  }

  return {
    shop,
    admin,
    inDays,
    asAdmin,
    addGiveaway,
    enter: (giveaway: { id: string }, as: TestUser | undefined, json: unknown) =>
      shop.call(`/api/giveaways/${giveaway.id}/entries`, { json, ...(as ? { as } : {}) }),
    slotsOf: async (giveaway: { id: string }, as?: TestUser) =>
      (await shop.call(`/api/giveaways/${giveaway.id}/slots`, as ? { as } : {})).json,
    /** Moves all times of a giveaway into the past, so that its end and possibly its mail-in window are over. */
    endedDaysAgo: (giveaway: { id: string }, days: number) =>
      shop.services.db
        .updateTable('giveaway')
        .set({ starts_at: inDays(-days - 9), ends_at: inDays(-days), early_access_at: inDays(-days - 11) })
        .where('id', '=', giveaway.id)
        .execute(),
    drawnNow: (giveaway: { id: string; title: string }) => drawNow(shop, giveaway),
    drawDue: () => drawDue(shop),
    tend: () => tendDraws(shop.system),
    frozenNumbers: (giveaway: { id: string }) => frozenNumbers(shop, giveaway),
    /** Asserts the invariants that hold after every test that moves credits or entries. */
    async expectAudited() {
      expect(await auditCredits(shop.system)).toEqual([])
      expect(await auditEntries(shop.system)).toEqual([])
    },
  }
}

export type GivingShop = Awaited<ReturnType<typeof openGivingShop>>
