import { actorOf, newApi } from '#kernel/api/api.server.ts'
import { refusals } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from '../contract.ts'
import { changePassword } from '../passwords/commands/choose-password.server.ts'
import { changePassword as changePasswordRoute } from '../routes.server.ts'
import { listSessions } from '../second-factors/queries.server.ts'
import * as routes from '../second-factors/routes.server.ts'
import { openPasskeySignIn } from '../sign-in/commands/challenges.server.ts'
import { reauthenticateByPasskey, reauthenticateByPassword } from './commands/reauthenticate.server.ts'
import { endSession } from './commands/revoke.server.ts'
import { issueToken } from './commands/tokens.server.ts'
import type { IdTokens } from './id-token.server.ts'
import { pageOriginOf } from './page-origin.server.ts'
import type { Sessions } from './sessions.server.ts'

const refuseIdentity = refusals(IDENTITY_ERRORS)

/** API routes for signed-in users: prove the identity again, change the password, end sessions. */
export const devicesApi = (idTokens: IdTokens, sessions: Sessions) => {
  /** The caller's own session; undefined for programs, and for another user's cookie. */
  const ownSession = async (headers: Headers, userId: string) => {
    const session = await sessions.read(headers)
    return session?.userId === userId ? session : undefined
  }
  return newApi()
    .openapi(routes.prove, async c => {
      const { ctx } = c.var
      const actor = actorOf(ctx)
      const { userId } = actor
      const { password, id, credential } = c.req.valid('json')
      if (password) await reauthenticateByPassword(ctx, userId, password)
      else if (id && credential) await reauthenticateByPasskey(ctx, { userId, id, credential, origin: pageOriginOf(c) })
      else throw refuseIdentity('InvalidParameterException')
      const provedAt = ctx.now()
      const session = await ownSession(c.req.raw.headers, userId)
      if (session)
        await ctx.db.updateTable('session').set({ proved_at: provedAt }).where('id', '=', session.id).execute()
      return c.json(await issueToken(ctx, idTokens, { familyId: actor.sessionId, ...session, userId, provedAt }), 200)
    })
    .openapi(routes.askReauthentication, async c => c.json(await openPasskeySignIn(c.var.ctx, pageOriginOf(c)), 200))
    .openapi(changePasswordRoute, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      const familyId = (await ownSession(c.req.raw.headers, userId))?.familyId
      await changePassword(ctx, { ...c.req.valid('json'), userId, familyId })
      const message = 'Your password was changed. Every other browser was signed out.'
      return c.json({ success: true, message } as const, 200)
    })
    .openapi(routes.devices, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      const session = await ownSession(c.req.raw.headers, userId)
      return c.json({ sessions: await listSessions(ctx, userId, session?.familyId) }, 200)
    })
    .openapi(routes.endDevice, async c => {
      const { ctx } = c.var
      const input = { userId: actorOf(ctx).userId, sessionId: c.req.valid('param').id }
      await endSession(ctx, input)
      return c.body(null, 204)
    })
}
