import { access, actorOf, answers, createRoute, jsonBody, newApi, requireOwnOr, z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import { registerEndpoint, savePreferences, sendTestPush, unregisterEndpoint } from './commands.server.ts'
import {
  Done,
  PreferencesBody,
  PublicKey,
  PushPreferences,
  RegisterBody,
  TestBody,
  UnregisterBody,
} from './contract.ts'
import { hasAccount, listPushDevices, preferencesOf } from './queries.server.ts'

const savePreferencesRoute = createRoute({
  ...access('user'),
  method: 'put',
  path: '/push/preferences',
  summary: 'Choose what one wants to hear of; what is left out stays',
  request: jsonBody(PreferencesBody),
  responses: answers(PushPreferences),
})

const readPreferences = createRoute({
  ...access('user'),
  method: 'get',
  path: '/push/preferences/{userId}',
  summary: 'What somebody wants to hear of, and the browsers that are told; one’s own, for staff anybody’s',
  request: { params: z.object({ userId: z.string().max(100) }) },
  responses: answers(PushPreferences),
})

const test = createRoute({
  ...access('user', { points: 10, seconds: 60 }),
  method: 'post',
  path: '/push/test',
  summary: 'Send a notification to one’s own browsers',
  request: jsonBody(TestBody),
  responses: answers(Done),
})

const register = createRoute({
  ...access('user', { points: 30, seconds: 60 }),
  method: 'post',
  path: '/push/register',
  summary: 'Take messages in this browser',
  request: jsonBody(RegisterBody),
  responses: answers(Done),
})

const unregister = createRoute({
  ...access('user', { points: 60, seconds: 60 }),
  method: 'delete',
  path: '/push/unregister',
  summary: 'Take no more messages in a browser',
  request: jsonBody(UnregisterBody),
  responses: answers(Done),
})

const readPublicKey = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/push/vapid-public-key',
  summary: 'The key that browsers subscribe with',
  responses: answers(PublicKey),
})

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
  ...(await preferencesOf(ctx, userId)),
  endpoints: await listPushDevices(ctx, userId),
})

export const pushApi = () =>
  newApi()
    .openapi(savePreferencesRoute, async c => {
      const { userId, preferences } = c.req.valid('json')
      const { ctx } = c.var
      await savePreferences(ctx, { userId: ownOnly(ctx, userId), change: preferences })
      return c.json(await allOf(ctx, userId), 200)
    })
    .openapi(readPreferences, async c =>
      c.json(await allOf(c.var.ctx, await ownOrStaff(c.var.ctx, c.req.valid('param').userId)), 200),
    )
    .openapi(test, async c => {
      const input = c.req.valid('json')
      ownOnly(c.var.ctx, input.userId)
      await sendTestPush(c.var.ctx, input)
      return c.json({ success: true, message: 'Test notification sent! Check your device.' } as const, 200)
    })
    .openapi(register, async c => {
      const input = c.req.valid('json')
      ownOnly(c.var.ctx, input.userId)
      await registerEndpoint(c.var.ctx, input)
      return c.json({ success: true, message: 'This browser is registered for notifications.' } as const, 200)
    })
    .openapi(unregister, async c => {
      const input = c.req.valid('json')
      ownOnly(c.var.ctx, input.userId)
      await unregisterEndpoint(c.var.ctx, input)
      return c.json({ success: true, message: 'This browser gets no more notifications.' } as const, 200)
    })
    .openapi(readPublicKey, c => c.json({ publicKey: c.var.ctx.push.publicKey() }, 200))

export type PushApi = ReturnType<typeof pushApi>
