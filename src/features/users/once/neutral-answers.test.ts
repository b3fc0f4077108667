import { expect, it } from 'vitest'
import { openBrowser } from '#features/identity/testing/browser.ts'
import { openOnceShop } from './testing/once-shop.ts'

const once = await openOnceShop()
const { shop } = once

it('an address whose account was deleted is answered like one that never had any [B-4.53]', async () => {
  const [had, never] = ['had.account@example.com', 'had.nothing@example.com']
  const as = await shop.addUser({ email: had })
  const coupon = await once.addCoupon({ firstOrderOnly: true })
  expect(await once.buy(as, coupon)).toBe('paid')
  const code = await once.referralCodeOf(await shop.addUser())
  const giveaway = await once.addGiveaway({ totalSlots: 10 })
  expect((await once.enterFree(giveaway, { email: had })).status).toBe(200)
  await once.deleteOwn(as)
  await shop.settleJobs()

  const answersTo = async (email: string) => {
    const browser = openBrowser(shop)
    const answers = [
      await browser.signIn(email),
      await browser.post('/api/auth/forgot-password', { email }),
      await browser.post('/api/auth/email-codes', { email }),
      await browser.register({ email }),
      await browser.post('/api/public/register-referral', { email, code }),
      await once.ask(giveaway, { email }),
    ]
    await shop.settleJobs()
    const emails = (await shop.outbox(email)).filter(
      ({ subject }) => !subject.startsWith('Your Redoubt account was deleted'),
    )
    return {
      answers: answers.map(({ status, text }) => ({
        status,
        text: text.replaceAll(email, '@').replace(/"requestId":"[^"]+"/, ''),
      })),
      emails: emails.map(({ subject }) => subject.replace(/\d{6}/, '000000')).toSorted(),
    }
  }
  const [toHad, toNever] = [await answersTo(had), await answersTo(never)]
  expect(toHad).toEqual(toNever)
  expect(toHad.answers.map(({ status }) => status)).not.toContain(404)
})
