import { access, callerId, perHour, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { COMMON_ERRORS, pick, refuse } from '#platform/errors.ts'
import { ensureReferralCode, registerReferral } from '../registration/commands/referrals.server.ts'
import { sendWelcomeSms } from '../registration/commands/register.server.ts'
import { registrationIn } from '../sessions/browser-cookies.server.ts'
import { Done, OwnProfile } from '../user/answers.ts'
import { IDENTITY_ERRORS, ProfileBody, ReferralBody, WelcomeBody } from '../user/contract.ts'
import type { IdentityPorts } from '../user/ports.ts'
import { findAccount, findProfile, hasPassword } from '../user/queries.server.ts'
import { saveProfile } from './commands/profile.server.ts'

/** API routes of a user's own data: profile, referral code, welcome SMS. */
export function profileApi({ orders, countsOf }: IdentityPorts) {
  const ownProfileOf = async (ctx: Context, userId: string) => {
    const [profile, counts, access, account] = await Promise.all([
      findProfile(ctx, userId),
      countsOf(ctx, userId),
      hasPassword(ctx, userId),
      findAccount(ctx, userId),
    ])
    if (!profile || !account) throw refuse('NotAuthorizedException')
    const { isMailboxProven, offeredRole } = account
    return { ...profile, ...counts, hasPassword: access, isMailboxProven, offeredRole }
  }
  return newApi(
    defineRoute('get', '/my/profile', access('user'), {
      summary: 'Get the caller’s profile with the counts of entries and purchases',
      answers: OwnProfile,
      handler: ({ ctx }) => ownProfileOf(ctx, callerId(ctx)),
    }),

    defineRoute('post', '/my/profile', access('user'), {
      summary: 'Update the caller’s name, phone, shipping address or consents; omitted fields stay unchanged',
      body: ProfileBody,
      answers: OwnProfile,
      refuses: [pick(IDENTITY_ERRORS, 'already_known'), ADDRESS_ERRORS],
      handler: async ({ ctx, body }) => {
        const userId = callerId(ctx)
        await saveProfile(ctx, { userId, change: body }, orders)
        return ownProfileOf(ctx, userId)
      },
    }),

    defineRoute('get', '/my/referral-code', access('user'), {
      summary: 'Get the caller’s referral code',
      answers: z.object({ code: z.string() }),
      handler: async ({ ctx }) => ({ code: await ensureReferralCode(ctx, callerId(ctx)) }),
    }),

    // Shoppers register less often than this; more calls are attempts to probe addresses.
    defineRoute('post', '/public/register-referral', access('anyone', perHour(20)), {
      summary: 'Record the referrer of a newly registered user, from that user’s browser; the response is constant',
      body: ReferralBody,
      answers: z.object({ success: z.literal(true) }),
      handler: async ({ ctx, body, c }) => {
        await registerReferral(ctx, { ...body, ...(await registrationIn(c)) })
        return { success: true } as const
      },
    }),

    defineRoute('post', '/sms/send-welcome', access('user', perHour(20)), {
      summary: 'Send the welcome SMS to the caller’s own phone; once per account',
      body: WelcomeBody,
      answers: Done,
      refuses: [pick(IDENTITY_ERRORS, 'sms_not_wanted'), pick(COMMON_ERRORS, 'Unauthorized')],
      handler: async ({ ctx, body }) => {
        await sendWelcomeSms(ctx, { userId: callerId(ctx), ...body })
        return { success: true, message: 'Welcome! A message is on its way to your phone.' } as const
      },
    }),
  )
}
