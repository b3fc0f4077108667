import { verifyBundle } from '@redoubt/draw/verify.ts'
import type { Updateable } from 'kysely'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import type { Users } from '#platform/db/tables.ts'
import { processWinnerDeadlines } from '../commands/process-winner-deadlines.server.ts'

const DAY = 86_400_000

export const HOME = { name: 'Sam Porter', line1: '1 Fort Street', city: 'Provo', state: 'UT', postalCode: '84601' }

/** A test shop with drawn giveaways, and helpers that act as winners and staff through the API. */
export async function openPrizeShop() {
  const giving = await openGivingShop()
  const { shop, asAdmin, addGiveaway, enter } = giving

  /** Advances the clock and runs the deadline job. */
  async function afterDays(days: number) {
    shop.clock.advance(days * DAY)
    // Proofs of the test staff expire with the clock, so the admin proves again.
    const claims = { ...giving.admin, name: 'Sam Porter', isAdmin: true, role: 'owner' as const, isSubscriber: false }
    giving.admin.idToken = (await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })).idToken
    await tend()
    // A winner who is sent a notice in the first run counts as notified in the second.
    await tend()
  }

  async function tend() {
    await shop.settleJobs()
    await processWinnerDeadlines(shop.system)
    await shop.settleJobs()
  }

  /** The bundle as published, with the lines of all passings on. */
  async function bundleOf(giveaway: { id: string }) {
    await tendDraws(shop.system)
    return (await shop.call(`/api/giveaways/${giveaway.id}/draw.json`)).text
  }

  /** E-mails to this address about a prize, latest first: without the one about the sealed list. */
  const emailsTo = async (email: string) =>
    (await shop.outbox(email)).filter(({ subject }) => !subject.startsWith('The list is sealed'))

  return {
    ...giving,
    tend,
    bundleOf,
    verdictOf: async (giveaway: { id: string }) => verifyBundle(await bundleOf(giveaway)),
    afterDays,
    /**
     * A drawn giveaway with this many entrants.
     * @param inBetween runs between the entries and the draw.
     */
    async drawn(
      people: number,
      giveaway: { title?: string; value?: number } = {},
      inBetween: Updateable<Users> | null = null,
    ) {
      const made = await addGiveaway({ title: 'Field Kit', ...giveaway })
      const entrants = await Promise.all(Array.from({ length: people }, () => shop.addUser({ credits: { Bronze: 2 } })))
      for (const person of entrants) await enter(made, person, { pick: 2 })
      const ids = entrants.map(({ userId }) => userId)
      if (inBetween) await shop.services.db.updateTable('users').set(inBetween).where('id', 'in', ids).execute()
      await giving.drawnNow(made)
      return { giveaway: made, entrants }
    },
    /** All winners of a giveaway's drawn order, by place. */
    placesOf: async (giveaway: { id: string }) =>
      (await asAdmin(`/api/giveaways/${giveaway.id}/winners`)).json.giveaways[0].winners,
    winner: async (id: string) => (await asAdmin(`/api/admin/winners/${id}`)).json,
    emailsTo,
    /** The key of the link in the latest e-mail to this address about a prize. */
    async keyFor(email: string) {
      const [last] = await emailsTo(email)
      return /\/prizes\/[\w-]+#(\S+)/.exec(last!.text)![1]!
    },
    accept: (id: string, json: object) =>
      shop.call(`/api/prizes/${id}/accept`, { json: { shipTo: HOME, isEligible: true, ...json } }),
  }
}
