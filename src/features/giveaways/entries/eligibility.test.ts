import { afterEach, describe, expect, it } from 'vitest'
import { giveawayChanged } from '../giveaway/queries/live-slots.server.ts'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, addGiveaway, enter } = giving
const { db } = shop.services
afterEach(giving.expectAudited)

/** A user whom every rule refuses, in a giveaway where all rules fail. */
const user = await shop.addUser({ address: false, birthDate: '2010-01-01', subscriber: true, credits: { Silver: 1 } })
const holder = await shop.addUser({ credits: { Silver: 1 } })
const giveaway = await addGiveaway({ tier: 'Silver', endDate: inDays(9), entryLimit: 2 })
await enter(giveaway, holder, { slots: [7] })

async function set(values: Record<string, unknown>) {
  await db.updateTable('giveaway').set(values).where('id', '=', giveaway.id).execute()
  giveawayChanged(shop.system, giveaway.id)
}
const setUser = (values: Record<string, unknown>) =>
  db.updateTable('users').set(values).where('id', '=', user.userId).execute()
const setMembership = (status: 'active' | 'cancelled') =>
  db.updateTable('membership').set({ status }).where('user_id', '=', user.userId).execute()
const addAddress = () =>
  db
    .insertInto('shipping_address')
    .values({
      user_id: user.userId,
      line1: '1 Fort Street',
      city: 'Provo',
      state: 'Utopia',
      postal_code: '84601',
      country: 'CA',
    })
    .execute()

await set({ closed_at: shop.clock.now(), closed_reason: 'ended', subscription_visibility_only: true })
await set({ starts_at: inDays(4), early_access_at: inDays(2), minimum_age: 25, eligible_states: ['NV'] })

/** The shop ships to Canada too, and the rules of its giveaways stay. */
const moveTo = (country: string) =>
  db.updateTable('shipping_address').set({ country }).where('user_id', '=', user.userId).execute()
const liveIn = (state: string) =>
  db.updateTable('shipping_address').set({ state }).where('user_id', '=', user.userId).execute()
await shop.changeSettings({ shipping: { countries: ['US', 'CA'] } })

type Rule = {
  code: string
  status: number
  says: string
  slots?: number[]
  /** Makes this rule pass, so that the next rule answers. */
  repair: () => Promise<unknown>
}

/** Every refusal of an entry, in the order in which the rules are checked. */
const RULES: Rule[] = [
  {
    code: 'giveaway_ended',
    status: 409,
    says: 'This giveaway has ended.',
    repair: () => set({ closed_at: null, closed_reason: null }),
  },
  {
    code: 'not_yet_for_subscribers',
    status: 403,
    says: 'This giveaway will be available to subscribers in 48 hours.',
    repair: () => setMembership('cancelled'),
  },
  {
    code: 'not_eligible',
    status: 403,
    says: 'You are not eligible for this giveaway',
    repair: () => set({ subscription_visibility_only: false }),
  },
  {
    code: 'not_yet',
    status: 403,
    says: 'This giveaway will be available to free users in 4 days.',
    repair: () => set({ starts_at: inDays(-1), early_access_at: inDays(-3) }),
  },
  {
    code: 'slot_taken',
    status: 409,
    says: 'Slot(s) 7, 101 are not available',
    slots: [7, 101],
    repair: async () => undefined,
  },
  {
    code: 'under_age',
    status: 403,
    says: 'You must be 21 or older to enter giveaways.',
    repair: () => setUser({ birth_date: '2005-03-02' }),
  },
  {
    code: 'under_giveaway_age',
    status: 403,
    says: 'You must be 25 or older to enter this giveaway.',
    repair: () => setUser({ birth_date: '1990-03-02' }),
  },
  {
    code: 'address_needed',
    status: 403,
    says: 'Please go to the Dashboard > Profile Tab and update your shipping address to be eligible for entering giveaways.',
    repair: addAddress,
  },
  {
    code: 'address_abroad',
    status: 403,
    says: 'Giveaways are open to residents of the United States. Please go to the Dashboard > Profile Tab and update your shipping address.',
    repair: () => moveTo('US'),
  },
  {
    code: 'state_unknown',
    status: 403,
    says: 'We cannot read the state of your shipping address. Please go to the Dashboard > Profile Tab and write it as NY or New York.',
    repair: () => liveIn('UT'),
  },
  {
    code: 'state_excluded',
    status: 403,
    says: 'This giveaway is not open to residents of Utah.',
    repair: () => set({ eligible_states: ['NV', 'UT'] }),
  },
  {
    code: 'entry_limit',
    status: 409,
    says: 'Maximum 2 slots per entry (you have 0 existing entries)',
    slots: [4, 5, 6],
    repair: async () => undefined,
  },
  {
    code: 'credit_needed',
    status: 409,
    says: 'You need a Silver credit to enter this giveaway. Purchase a Silver product to earn credits.',
    slots: [5, 6],
    repair: async () => undefined,
  },
]

describe('the rules of an entry, in their order', () => {
  it('a guest cannot enter [B-2.4] [B-6.1] [B-8.17]', async () => {
    expect((await enter(giveaway, undefined, { slots: [7] })).json).toMatchObject({
      status: 401,
      code: 'NotAuthorizedException',
      detail: 'Please sign in to enter giveaways.',
    })
  })

  it('an unknown giveaway cannot be entered', async () => {
    const nowhere = { id: crypto.randomUUID() }
    expect((await enter(nowhere, user, { slots: [7] })).json).toMatchObject({ status: 404, code: 'giveaway_not_found' })
  })

  it.each(RULES)(
    '$code: $says [B-2.52] [B-4.26] [B-5.15] [B-5.17] [B-5.18] [B-5.33] [B-6.6] [B-8.18] [B-8.19] [B-22.3] [B-22.4] [B-22.5] [B-22.8]',
    async ({ code, status, says, slots = [5], repair }) => {
      expect((await enter(giveaway, user, { slots })).json).toMatchObject({ code, status, detail: says })
      await repair()
    },
  )

  it('the claim then succeeds, and existing entries count [B-4.25] [B-5.15]', async () => {
    expect((await enter(giveaway, user, { slots: [5] })).status).toBe(200)
    expect((await enter(giveaway, user, { slots: [8, 9] })).json.detail).toBe(
      'Maximum 2 slots per entry (you have 1 existing entries)',
    )
    expect((await enter(giveaway, user, { slots: [8] })).json.code).toBe('credit_needed')
  })

  it('a full giveaway says so before any rule about the user is checked [B-2.52]', async () => {
    const small = await addGiveaway({ tier: 'Silver', totalSlots: 1 })
    const one = await shop.addUser({ credits: { Silver: 1 } })
    await enter(small, one, { slots: [1] })
    const poor = await shop.addUser({ address: false })
    expect((await enter(small, poor, { pick: 1 })).json).toMatchObject({
      code: 'sold_out',
      detail: 'All slots have been reserved!',
    })
  })
})
