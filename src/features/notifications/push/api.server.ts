import { access, actorOf, perMinute, publicRead, requireOwnOr, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { COMMON_ERRORS, pick, refuse } from '#platform/errors.ts'
import { registerEndpoint, savePreferences, sendTestPush, unregisterEndpoint } from './commands.server.ts'
import {
  Done,
  PreferencesBody,
  PUSH_ERRORS,
  PublicKey,
  PushPreferences,
  RegisterBody,
  TestBody,
  UnregisterBody,
} from './contract.ts'
import { hasAccount, listPushDevices, readPreferences } from './queries.server.ts'

/** Restricts push settings and browsers to their own user. @throws Unauthorized for another user's id, staff included. */
function ownOnly(ctx: Context, userId: string): string {
  if (actorOf(ctx).userId !== userId) throw refuse('Unauthorized')
  return userId
}

/**
 * Lets staff with the right read a user's preferences, to help a user who gets no messages.
 * @throws Unauthorized for another user's id, except for staff with the right; not_found for an unknown id.
 */
async function ownOrStaff(ctx: Context, userId: string): Promise<string> {
  await requireOwnOr(ctx, { ownerId: userId, right: 'people.read', route: 'GET /api/push/preferences/:userId' })
  if (!(await hasAccount(ctx, userId))) throw refuse('not_found')
  return userId
}

const allOf = async (ctx: Context, userId: string): Promise<PushPreferences> => ({
  ...(await readPreferences(ctx, userId)),
  endpoints: await listPushDevices(ctx, userId),
})

export const pushApi = () =>
  newApi(
    defineRoute('put', '/push/preferences', access('user'), {
      summary: 'Update the caller’s notification preferences; omitted fields stay unchanged',
      body: PreferencesBody,
      answers: PushPreferences,
      refuses: [pick(COMMON_ERRORS, 'Unauthorized')],
      handler: async ({ ctx, body: { userId, preferences } }) => {
        await savePreferences(ctx, { userId: ownOnly(ctx, userId), change: preferences })
        return allOf(ctx, userId)
      },
    }),

    defineRoute('get', '/push/preferences/{userId}', access('user'), {
      summary: 'Get a user’s notification preferences and registered browsers; for that user and for staff',
      params: z.object({ userId: z.string().max(100) }),
      answers: PushPreferences,
      refuses: [pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized')],
      handler: async ({ ctx, params }) => allOf(ctx, await ownOrStaff(ctx, params.userId)),
    }),

    defineRoute('post', '/push/test', access('user', perMinute(10)), {
      summary: 'Send a test notification to the caller’s browsers',
      body: TestBody,
      answers: Done,
      refuses: [PUSH_ERRORS, pick(COMMON_ERRORS, 'Unauthorized')],
      handler: async ({ ctx, body }) => {
        ownOnly(ctx, body.userId)
        await sendTestPush(ctx, body)
        return { success: true, message: 'Test notification sent! Check your device.' } as const
      },
    }),

    defineRoute('post', '/push/register', access('user', perMinute(30)), {
      summary: 'Register the calling browser for push notifications',
      body: RegisterBody,
      answers: Done,
      refuses: [pick(COMMON_ERRORS, 'Unauthorized')],
      handler: async ({ ctx, body }) => {
        ownOnly(ctx, body.userId)
        await registerEndpoint(ctx, body)
        return { success: true, message: 'This browser is registered for notifications.' } as const
      },
    }),

    defineRoute('delete', '/push/unregister', access('user', perMinute(60)), {
      summary: 'Unregister a browser from push notifications',
      body: UnregisterBody,
      answers: Done,
      refuses: [pick(COMMON_ERRORS, 'Unauthorized')],
      handler: async ({ ctx, body }) => {
        ownOnly(ctx, body.userId)
        await unregisterEndpoint(ctx, body)
        return { success: true, message: 'This browser gets no more notifications.' } as const
      },
    }),

    defineRoute('get', '/push/vapid-public-key', publicRead(), {
      summary: 'Get the public key for push subscriptions',
      answers: PublicKey,
      handler: ({ ctx }) => ({ publicKey: ctx.push.publicKey() }),
    }),
  )

export type PushApi = ReturnType<typeof pushApi>
