import { describe, expect, it } from 'vitest'
import { unprovenAccounts } from '#features/identity/mailbox-proof/testing/unproven.ts'
import { openOnceShop } from './testing/once-shop.ts'

const once = await openOnceShop()
const { shop } = once
const { MADE } = unprovenAccounts(shop)

/** The way that needs no member of staff: another person presses the link out of habit. */
const pressed = MADE['by a registration whose link another browser pressed']

async function leave({ maker, idToken, password }: Awaited<ReturnType<typeof pressed>>) {
  const gone = await maker.as(idToken).post('/api/my/delete-account', { password, confirmation: 'DELETE' })
  expect(gone.status, gone.text).toBe(200)
  await shop.settleJobs()
}

describe('the deletion of an unproven account', () => {
  it.each(Object.entries(MADE))(
    'made %s leaves no mark of an account: its maker takes no referrer from the owner of the mailbox [B-4.53]',
    async (way, make) => {
      const email = `burnt-${Object.keys(MADE).indexOf(way)}@example.com`
      await leave(await make(email))
      expect(await shop.services.db.selectFrom('once_mark').selectAll().execute()).toEqual([])
      expect(await once.joinBroughtBy(await shop.addUser(), email)).toBe(true)
    },
  )

  it('keeps the mark of its orders: a person who leaves the own account unproven has no code twice [B-4.53]', async () => {
    const coupon = await once.addCoupon({ firstOrderOnly: true })
    const limited = await once.addCoupon({ personLimit: 1 })
    const made = await pressed('buyer@example.com')
    expect(await once.buy(made, coupon)).toBe('paid')
    expect(await once.buy(made, limited)).toBe('paid')
    await leave(made)
    const again = await pressed('buyer@example.com')
    expect([await once.buy(again, coupon), await once.buy(again, limited)]).toEqual([
      'code_not_first_order',
      'code_used_by_you',
    ])
  })

  it('rewards no referrer for the mailbox of an account that had ordered [B-4.53]', async () => {
    const email = 'brought@example.com'
    const made = await pressed(email)
    expect(await once.buy(made)).toBe('paid')
    await leave(made)
    const referrer = await shop.addUser()
    expect(await once.joinBroughtBy(referrer, email)).toBe(true)
    const { id: userId } = await shop.services.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const { idToken } = await shop.idTokens.issue({
      ...{ userId, email, name: 'Sam', isAdmin: false, role: null, isSubscriber: false },
      authenticatedAt: shop.clock.now(),
    })
    expect(await once.buy({ userId, email, idToken })).toBe('paid')
    await shop.settleJobs()
    expect((await shop.call('/api/credits', { as: referrer })).json.goldCredits).toBe(0)
  })
})
