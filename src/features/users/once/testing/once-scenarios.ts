import { expect } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import type { OnceKind } from '#kernel/once/kinds.ts'
import type { OnceTools } from './once-shop.ts'

/** The address of the account that closes, and the account into which it is merged. */
type Who = { email: string; into: TestUser }

/** One kind of `ONCE_KINDS`: the first use of a benefit, and a second try by a new account of the address. */
type Scenario = {
  /** Creates the account and uses the benefit. */
  use: (who: Who) => Promise<TestUser>
  /** The outcome of `again` without the mark. */
  gives: string
  /** @returns the outcome of the second try; `nothing` when the shop refused it. */
  again: (who: Who) => Promise<string>
}

const HOME = { name: 'Ida Lund', city: 'Reno', state: 'NV', postalCode: '89501' }

/** A scenario for each kind of mark. A kind without one does not compile. */
export function scenariosOf(tools: OnceTools): Record<OnceKind, () => Promise<Scenario>> {
  const { shop, buy, addCoupon, enterFree, addGiveaway } = tools
  const join = ({ email }: Who) => shop.addUser({ email })
  const couponScenario = (coupon: string, refused: string): Scenario => ({
    async use(who) {
      const as = await join(who)
      expect(await buy(as, coupon)).toBe('paid')
      return as
    },
    gives: 'paid',
    async again(who) {
      const status = await buy(await join(who), coupon)
      return status === refused ? 'nothing' : status
    },
  })
  return {
    account: async () => {
      const owner = await shop.addUser()
      return {
        use: join,
        gives: 'a referrer',
        again: async ({ email }) => ((await tools.joinBroughtBy(owner, email)) ? 'a referrer' : 'nothing'),
      }
    },
    merged: async () => {
      // The remaining account's, read before the merge ends its sessions.
      let code = ''
      return {
        async use(who) {
          code = await tools.referralCodeOf(who.into)
          return join(who)
        },
        gives: 'paid',
        async again(who) {
          const status = await buy(await join(who), code)
          return status === 'code_own_referral' ? 'nothing' : status
        },
      }
    },
    order: async () => couponScenario(await addCoupon({ firstOrderOnly: true }), 'code_not_first_order'),
    coupon: async () => couponScenario(await addCoupon({ personLimit: 1 }), 'code_used_by_you'),
    benefit: async () => ({
      async use(who) {
        const as = await tools.subscribe(await join(who))
        expect(await tools.bronzeOf(as)).toBe(1)
        return as
      },
      gives: '1 Bronze',
      async again(who) {
        const bronze = await tools.bronzeOf(await tools.subscribe(await join(who)))
        return bronze === 0 ? 'nothing' : `${bronze} Bronze`
      },
    }),
    ...freeEntryScenarios({ shop, enterFree, addGiveaway }),
    ...reportScenario(tools),
  }
}

function freeEntryScenarios({ shop, enterFree, addGiveaway }: Pick<OnceTools, 'shop' | 'enterFree' | 'addGiveaway'>) {
  const enteredAs = ({ status, json }: { status: number; json: { code?: string } }) =>
    status === 200 ? 'an entry' : json.code === 'free_entry_used' ? 'nothing' : json.code!
  let lanes = 0
  return {
    'free entry': async (): Promise<Scenario> => {
      const giveaway = await addGiveaway({ totalSlots: 10, entryLimit: 3 })
      return {
        async use({ email }) {
          const as = await shop.addUser({ email })
          expect(enteredAs(await enterFree(giveaway, { email }))).toBe('an entry')
          return as
        },
        gives: 'an entry',
        again: async ({ email }) => enteredAs(await enterFree(giveaway, { email: email.replace('@', '+again@') })),
      }
    },
    'free entry sender': async (): Promise<Scenario> => {
      const giveaway = await addGiveaway({ totalSlots: 10, entryLimit: 3 })
      const line1 = `${++lanes} Oak Street`
      return {
        async use({ email }) {
          const as = await shop.addUser({ email })
          expect(enteredAs(await enterFree(giveaway, { ...HOME, line1, email }))).toBe('an entry')
          return as
        },
        gives: 'an entry',
        again: async ({ email }) =>
          enteredAs(
            await enterFree(giveaway, { ...HOME, line1: line1.replace('Street', 'St.'), email: `other-${email}` }),
          ),
      }
    },
  }
}

function reportScenario({ shop, reviewing }: Pick<OnceTools, 'shop' | 'reviewing'>) {
  return {
    report: async (): Promise<Scenario> => {
      const { id } = await reviewing.published()
      const report = (as: TestUser) => shop.call(`/api/reviews/${id}/report`, { as, json: { reason: 'An insult.' } })
      const countOf = async () =>
        (
          await shop.services.db
            .selectFrom('product_review')
            .select('report_count')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).report_count
      return {
        async use(who) {
          const as = await shop.addUser({ email: who.email })
          expect((await report(as)).status).toBe(200)
          return as
        },
        gives: 'a second report',
        async again(who) {
          const before = await countOf()
          expect((await report(await shop.addUser({ email: who.email }))).status).toBe(200)
          return (await countOf()) === before ? 'nothing' : 'a second report'
        },
      }
    },
  }
}
