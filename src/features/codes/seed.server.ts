import { ensureReferralCode } from '#features/identity/registration/commands/referrals.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { insertCoupon } from './commands/write-coupon.server.ts'
import type { NewCoupon } from './contract.ts'

/** A coupon for new shoppers, two combinable coupons, a scheduled coupon for the higher tiers, and an expired coupon. */
const demoCoupons = (inDays: (days: number) => string): NewCoupon[] => [
  {
    code: 'SPRING20',
    discount: { kind: 'percent', amount: 20 },
    note: 'Spring sale',
    startsAt: inDays(-60),
    endsAt: inDays(-30),
  },
  {
    code: 'GOLDRUSH',
    discount: { kind: 'percent', amount: 15 },
    note: 'Gold and Platinum week, not announced yet',
    startsAt: inDays(14),
    endsAt: inDays(21),
    tiers: ['Gold', 'Platinum'],
    totalLimit: 500,
  },
  {
    code: 'FIELD5',
    discount: { kind: 'flat', amount: 5 },
    note: 'Printed in every parcel',
    minimumSubtotal: 50,
    combinable: true,
  },
  {
    code: 'TEAM5',
    discount: { kind: 'percent', amount: 5 },
    note: 'For clubs and teams',
    personLimit: 12,
    combinable: true,
  },
  {
    code: 'WELCOME10',
    discount: { kind: 'percent', amount: 10 },
    note: 'In the welcome e-mail',
    firstOrderOnly: true,
    personLimit: 1,
  },
]

/**
 * Creates demo coupons, and referral codes for the demo accounts.
 * @param owners users who get a referral code without a request.
 */
export async function seedCodes(tx: TransactionContext, owners: readonly { userId: string }[]): Promise<void> {
  const inDays = (days: number) => new Date(+tx.now() + days * DAY_MS).toISOString()
  for (const coupon of demoCoupons(inDays)) await insertCoupon(tx, coupon)
  for (const { userId } of owners) await ensureReferralCode(tx, userId)
}
