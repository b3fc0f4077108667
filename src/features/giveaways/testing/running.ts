import { expect } from 'vitest'
import type { GiveawayInput } from '../giveaway/admin-contract.ts'
import type { GivingShop } from './giving.ts'

type Made = { id: string; title: string }

/** Giveaways in public with entrants, and what staff may change of them. */
export function runningIn({
  shop,
  addGiveaway,
  enter,
  inDays,
}: Pick<GivingShop, 'shop' | 'addGiveaway' | 'enter' | 'inDays'>) {
  const { db } = shop.services
  return {
    /** A giveaway in public with two entrants. */
    async running(value: number, input: Partial<GiveawayInput> = {}): Promise<Made> {
      const made = await addGiveaway({ value, endDate: inDays(5), ...input })
      const entrants = await Promise.all([1, 2].map(() => shop.addUser({ credits: { Bronze: 1 } })))
      for (const [at, as] of entrants.entries()) expect((await enter(made, as, { slots: [at + 1] })).status).toBe(200)
      return made
    },
    /** Terms, ends, entries and seals. */
    async rowOf({ id }: { id: string }) {
      const entries = db.selectFrom('giveaway_entry').select(['id', 'removed_at']).where('giveaway_id', '=', id)
      const terms = [
        'closed_at',
        'archived_at',
        'eligible_states',
        'minimum_age',
        'ends_at',
        'early_access_at',
      ] as const
      const row = db.selectFrom('giveaway').select(terms).select('subscription_visibility_only').select('value_cents')
      return {
        ...(await row.where('id', '=', id).executeTakeFirstOrThrow()),
        entries: await entries.orderBy('id').execute(),
        freezes: await db.selectFrom('draw_freeze').select('slip').where('giveaway_id', '=', id).execute(),
      }
    },
  }
}
