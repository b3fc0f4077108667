import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { inviteReviewers } from '../commands/invite-reviewers.server.ts'
import { reviewingIn } from '../testing/reviewing.ts'

const shop = await testShop({ connections: 16 })
const reviewing = await reviewingIn(shop)

/** A user who wants offers by e-mail. */
async function consenting(): Promise<TestUser> {
  const as = await shop.addUser()
  await shop.services.db
    .insertInto('notification_preference')
    .values({ user_id: as.userId, promotional_offers: true })
    .execute()
  return as
}
async function run() {
  await inviteReviewers(shop.system)
  await shop.settleJobs()
}
const invitationsOf = async ({ email }: TestUser) =>
  (await shop.outbox(email)).filter(({ subject }) => subject.startsWith('How do you like it?'))

describe('the invitation to review', () => {
  it('comes by e-mail 14 days after the delivery, once an order, to buyers who want offers [B-14.11]', async () => {
    const [as, without] = [await consenting(), await shop.addUser()]
    const { product } = await reviewing.bought({ as, name: 'Trail Pack' })
    await reviewing.deliver(without, product)
    shop.clock.advance(14 * DAY_MS - 1000)
    await run()
    expect(await invitationsOf(as)).toEqual([])
    shop.clock.advance(1000)
    await Promise.all(Array.from({ length: 6 }, () => inviteReviewers(shop.system)))
    await run()
    const [invitation, ...more] = await invitationsOf(as)
    expect(more).toEqual([])
    expect(invitation!.text).toContain('Trail Pack')
    expect(invitation!.text).toContain(`/product/${product.id}?review=write#reviews`)
    // The consent can be taken back by the link of every offer.
    expect(invitation!.text).toContain('/unsubscribe?token=')
    expect(await invitationsOf(without)).toEqual([])
    shop.clock.advance(DAY_MS)
    await run()
    expect(await invitationsOf(as)).toHaveLength(1)
  })

  it('leaves out buyers who have reviewed everything, refunded orders, and deliveries of long ago [B-14.11]', async () => {
    const former = await consenting()
    await reviewing.bought({ as: former })
    shop.clock.advance(15 * DAY_MS)
    const [reviewed, refunded] = [await consenting(), await consenting()]
    const { product } = await reviewing.bought({ as: reviewed })
    const { orderId } = await reviewing.bought({ as: refunded })
    await shop.services.db.updateTable('order_line').set({ refunded: 1 }).where('order_id', '=', orderId).execute()
    expect((await reviewing.write(reviewed, product.id)).status).toBe(200)
    shop.clock.advance(14 * DAY_MS)
    await run()
    for (const as of [reviewed, refunded, former]) expect(await invitationsOf(as)).toEqual([])
  })
})

describe('the number of stars', () => {
  it('changes no credit, code, entry or message, and no later invitation [B-14.12]', async () => {
    const left = async (rating: number) => {
      const as = await consenting()
      const first = await reviewing.bought({ as })
      const { id } = (await reviewing.write(as, first.product.id, { rating })).json
      await reviewing.approve(id)
      await reviewing.bought({ as })
      shop.clock.advance(14 * DAY_MS)
      await run()
      const { rows } = await shop.services.pool.query(
        `select (select count(*)::int from credit_account where user_id = $1) as accounts,
          (select count(*)::int from credit_transfer t where t.user_id = $1) as transfers,
          (select count(*)::int from referral_code where user_id = $1) as codes,
          (select count(*)::int from coupon_user where user_id = $1) as coupons,
          (select count(*)::int from giveaway_entry where user_id = $1) as entries,
          (select count(*)::int from message where user_id = $1) as messages`,
        [as.userId],
      )
      return rows[0]
    }
    const one = await left(1)
    expect(one).toEqual({ accounts: 0, transfers: 0, codes: 0, coupons: 0, entries: 0, messages: 1 })
    for (const rating of [2, 3, 4, 5]) expect(await left(rating)).toEqual(one)
  })
})
