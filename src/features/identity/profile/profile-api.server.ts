import { access, callerId, defineRoute, newApi, perHour, z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import { referralCodeOf, registerReferral } from '../registration/commands/referrals.server.ts'
import { sendWelcomeSms } from '../registration/commands/register.server.ts'
import { registrationIn } from '../sessions/browser-cookies.server.ts'
import { Done, OwnProfile } from '../user/answers.ts'
import { ProfileBody, ReferralBody, WelcomeBody } from '../user/contract.ts'
import type { IdentityPorts } from '../user/ports.ts'
import { accountOf, hasPassword, profileOf } from '../user/queries.server.ts'
import { saveProfile } from './commands/profile.server.ts'

const readProfile = defineRoute('get', '/my/profile', access('user'), {
  summary: 'Get the caller’s profile with the counts of entries and purchases',
  answers: OwnProfile,
})

const changeProfile = defineRoute('post', '/my/profile', access('user'), {
  summary: 'Update the caller’s name, phone, shipping address or consents; omitted fields stay unchanged',
  body: ProfileBody,
  answers: OwnProfile,
})

const readReferralCode = defineRoute('get', '/my/referral-code', access('user'), {
  summary: 'Get the caller’s referral code',
  answers: z.object({ code: z.string() }),
})

// Shoppers register less often than this; more calls are attempts to probe addresses.
const bring = defineRoute('post', '/public/register-referral', access('anyone', perHour(20)), {
  summary: 'Record the referrer of a newly registered user, from that user’s browser; the response is constant',
  body: ReferralBody,
  answers: z.object({ success: z.literal(true) }),
})

const welcome = defineRoute('post', '/sms/send-welcome', access('user', perHour(20)), {
  summary: 'Send the welcome SMS to the caller’s own phone; once per account',
  body: WelcomeBody,
  answers: Done,
})

/** API routes of a user's own data: profile, referral code, welcome SMS. */
export function profileApi({ orders, countsOf }: IdentityPorts) {
  const ownProfileOf = async (ctx: Context, userId: string) => {
    const [profile, counts, access, account] = await Promise.all([
      profileOf(ctx, userId),
      countsOf(ctx, userId),
      hasPassword(ctx, userId),
      accountOf(ctx, userId),
    ])
    if (!profile || !account) throw refuse('NotAuthorizedException')
    const { isMailboxProven, offeredRole } = account
    return { ...profile, ...counts, hasPassword: access, isMailboxProven, offeredRole }
  }
  return newApi()
    .openapi(readProfile, async c => c.json(await ownProfileOf(c.var.ctx, callerId(c)), 200))
    .openapi(changeProfile, async c => {
      const userId = callerId(c)
      await saveProfile(c.var.ctx, { userId, change: c.req.valid('json') }, orders)
      return c.json(await ownProfileOf(c.var.ctx, userId), 200)
    })
    .openapi(readReferralCode, async c => c.json({ code: await referralCodeOf(c.var.ctx, callerId(c)) }, 200))
    .openapi(bring, async c => {
      await registerReferral(c.var.ctx, { ...c.req.valid('json'), ...(await registrationIn(c)) })
      return c.json({ success: true } as const, 200)
    })
    .openapi(welcome, async c => {
      await sendWelcomeSms(c.var.ctx, { userId: callerId(c), ...c.req.valid('json') })
      return c.json({ success: true, message: 'Welcome! A message is on its way to your phone.' } as const, 200)
    })
}
