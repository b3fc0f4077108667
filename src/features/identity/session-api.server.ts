import { actorOf, newApi } from '#adapters/http/api.server.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { type BeginSession, setCookies } from './begin-session.server.ts'
import { answerChallenge } from './commands/confirm.server.ts'
import { endSessions } from './commands/revoke.server.ts'
import { signIn } from './commands/sign-in.server.ts'
import { issueToken, retireSession } from './commands/tokens.server.ts'
import { IDENTITY_ERRORS } from './contract.ts'
import type { IdTokens } from './id-token.server.ts'
import { registrationIn, rememberRegistration } from './registration-cookie.server.ts'
import * as routes from './routes.server.ts'
import type { Sessions } from './sessions.server.ts'

const refuseIdentity = refusals(IDENTITY_ERRORS)
const WELCOME = 'Signed in successfully.'

/** The calls that start, use and end a session. */
export const sessionApi = (idTokens: IdTokens, sessions: Sessions, begin: BeginSession) =>
  newApi()
    .openapi(routes.login, async c => {
      if (await sessions.read(c.req.raw.headers)) throw refuseIdentity('UserAlreadyAuthenticatedException')
      const outcome = await signIn(c.var.ctx, { ...c.req.valid('json'), ...(await registrationIn(c)) })
      if ('userId' in outcome)
        return c.json({ success: true, message: WELCOME, ...(await begin(c, outcome.userId)) } as const, 200)
      await rememberRegistration(c, outcome.registrationId)
      const message = 'Please check your email and confirm your account.'
      return c.json({ success: false, message, challenge: outcome.challenge } as const, 200)
    })
    .openapi(routes.challenge, async c => {
      const { userId } = await answerChallenge(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: WELCOME, ...(await begin(c, userId)) } as const, 200)
    })
    .openapi(routes.token, async c => {
      const { ctx } = c.var
      const session = await sessions.read(c.req.raw.headers)
      if (!session) throw refuse('NotAuthorizedException')
      const answer = await issueToken(ctx, idTokens, session.userId)
      if (await retireSession(ctx, session)) setCookies(c, await sessions.open(session.userId, c.req.raw.headers))
      return c.json(answer, 200)
    })
    .openapi(routes.logout, async c => {
      setCookies(c, await sessions.close(c.req.raw.headers))
      return c.body(null, 204)
    })
    .openapi(routes.logoutEverywhere, async c => {
      const { ctx } = c.var
      const userId = (await sessions.read(c.req.raw.headers))?.userId ?? actorOf(ctx).userId
      await endSessions(ctx, userId)
      setCookies(c, await sessions.close(c.req.raw.headers))
      return c.body(null, 204)
    })
    .openapi(routes.jwks, c => c.json(idTokens.jwks(), 200, { 'cache-control': 'public, max-age=300' }))
