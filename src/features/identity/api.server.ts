import { type ApiContext, actorOf, newApi } from '#adapters/http/api.server.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { answerChallenge, confirmRegistration } from './commands/confirm.server.ts'
import { saveProfile } from './commands/profile.server.ts'
import { registerUser, resendCode } from './commands/register.server.ts'
import { forgotPassword, resetPassword, verifyResetCode } from './commands/reset-password.server.ts'
import { endSessions } from './commands/revoke.server.ts'
import { signIn } from './commands/sign-in.server.ts'
import { issueToken, retireSession } from './commands/tokens.server.ts'
import { IDENTITY_ERRORS } from './contract.ts'
import type { IdTokens } from './id-token.server.ts'
import { profileOf } from './queries.server.ts'
import { forgetRegistration, registrationIn, rememberRegistration } from './registration-cookie.server.ts'
import * as routes from './routes.server.ts'
import { sameOrigin } from './same-origin.server.ts'
import type { Sessions } from './sessions.server.ts'

const refuseIdentity = refusals(IDENTITY_ERRORS)
const WELCOME = 'Signed in successfully.'

/** The identity routes. Sessions live in a cookie; everything else in the API goes by the ID token that they give out. */
export function identityApi({ idTokens, sessions }: { idTokens: IdTokens; sessions: Sessions }) {
  const setCookies = (c: ApiContext, lines: string[]) => {
    for (const line of lines) c.header('set-cookie', line, { append: true })
  }
  /** Starts a session in this browser and gives its first token. */
  const begin = async (c: ApiContext, userId: string) => {
    const answer = await issueToken(c.var.ctx, idTokens, userId)
    setCookies(c, await sessions.open(userId, c.req.raw.headers))
    forgetRegistration(c)
    return answer
  }

  const api = newApi()
  api.use('/auth/*', sameOrigin(sessions))
  return api
    .openapi(routes.register, async c => {
      const { registrationId } = await registerUser(c.var.ctx, c.req.valid('json'))
      await rememberRegistration(c, registrationId)
      return c.json({ success: true, requiresConfirmation: true } as const, 200)
    })
    .openapi(routes.confirm, async c => {
      const input = { ...c.req.valid('json'), ...(await registrationIn(c)) }
      const { userId, isOwnBrowser } = await confirmRegistration(c.var.ctx, input)
      const answer = { success: true, message: 'Your account is confirmed.', requiresSignIn: !isOwnBrowser } as const
      return c.json(isOwnBrowser ? { ...answer, ...(await begin(c, userId)) } : answer, 200)
    })
    .openapi(routes.resend, async c => {
      await resendCode(c.var.ctx, { ...c.req.valid('json'), ...(await registrationIn(c)) })
      return c.json({ success: true, message: 'A new code is on its way to your e-mail address.' } as const, 200)
    })
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
    .openapi(routes.forgot, async c => {
      await forgotPassword(c.var.ctx, c.req.valid('json').email)
      return c.json(
        { success: true, message: 'If the address has an account, a code is on its way to it.' } as const,
        200,
      )
    })
    .openapi(routes.verifyReset, async c => {
      await verifyResetCode(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true } as const, 200)
    })
    .openapi(routes.reset, async c => {
      await resetPassword(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'Password Reset Successful!' } as const, 200)
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
    .openapi(routes.readProfile, async c => {
      const profile = await profileOf(c.var.ctx, actorOf(c.var.ctx).userId)
      if (!profile) throw refuse('NotAuthorizedException')
      return c.json(profile, 200)
    })
    .openapi(routes.changeProfile, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      await saveProfile(ctx, { userId, change: c.req.valid('json') })
      return c.json((await profileOf(ctx, userId))!, 200)
    })
}

export type IdentityApi = ReturnType<typeof identityApi>
