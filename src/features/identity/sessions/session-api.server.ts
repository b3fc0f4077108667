import { type ApiContext, actorOf, newApi } from '#kernel/api/api.server.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from '../contract.ts'
import { registrationIn, rememberRegistration } from '../registration/registration-cookie.server.ts'
import * as routes from '../routes.server.ts'
import type { ChallengeType } from '../second-factors/contract.ts'
import type { Challenge } from '../sign-in/challenge/contract.ts'
import { answerChallenge } from '../sign-in/commands/answer-challenge.server.ts'
import { type Next, openPasskeySignIn } from '../sign-in/commands/challenges.server.ts'
import { signIn } from '../sign-in/commands/sign-in.server.ts'
import { knownBrowserOf } from '../sign-in/known-browser.server.ts'
import { type BeginSession, setCookies } from './begin-session.server.ts'
import { endSessions } from './commands/revoke.server.ts'
import { keepStaffSession } from './commands/staff-session.server.ts'
import { issueToken, markSeen, retireSession } from './commands/tokens.server.ts'
import type { IdTokens } from './id-token.server.ts'
import { pageOriginOf } from './page-origin.server.ts'
import type { Sessions } from './sessions.server.ts'

const refuseIdentity = refusals(IDENTITY_ERRORS)
const WELCOME = 'Signed in successfully.'

/** The message of each challenge; some screens have longer texts of their own. */
const ASKED: Record<ChallengeType, string> = {
  WEB_AUTHN: 'Please use your passkey.',
  SOFTWARE_TOKEN_MFA: 'Please enter the code of your authenticator app.',
  SMS_MFA: 'Please enter the code that we sent to your phone.',
  EMAIL_OTP: 'Please enter the code that we sent to your email address.',
  SELECT_MFA_TYPE: 'Please choose how to verify that it is you.',
  NEW_PASSWORD_REQUIRED: 'Please choose a new password.',
  CONFIRM_SIGN_UP: IDENTITY_ERRORS.UserNotConfirmedException.message,
  RESET_PASSWORD: 'Please reset your password. A code is on its way to your email address.',
}

/** The user's idle time as the browser reports it; undefined for programs. */
function idleSecondsOf(c: ApiContext): number | undefined {
  const said = Number(c.req.header('x-idle-seconds') ?? 0)
  return Number.isFinite(said) && said > 0 ? said : undefined
}

/** API routes that start, use and end a session. */
export const sessionApi = (idTokens: IdTokens, sessions: Sessions, begin: BeginSession) => {
  const refuseSignedIn = async (c: ApiContext) => {
    const isSignedIn = c.var.ctx.actor ?? (await sessions.read(c.req.raw.headers))
    if (isSignedIn) throw refuseIdentity('UserAlreadyAuthenticatedException')
  }
  const asking = (challenge: Challenge) => ({ success: false, message: ASKED[challenge.type], challenge }) as const
  const goOn = async (c: ApiContext, next: Next) => {
    if ('challenge' in next) return asking(next.challenge)
    return { success: true, message: WELCOME, ...(await begin(c, next.userId)) } as const
  }
  /**
   * Ends the sessions of the cookies and their ID tokens; without a cookie, the session of the ID token. This process applies it at once.
   */
  const closeSession = async (c: ApiContext) => {
    const { cookies, familyIds } = await sessions.close(c.req.raw.headers)
    setCookies(c, cookies)
    const own = c.var.ctx.actor?.sessionId
    if (familyIds.length === 0 && own) {
      await sessions.end(own)
      familyIds.push(own)
    }
    if (familyIds.length > 0) idTokens.revocations.endSessions(familyIds)
  }
  return newApi()
    .openapi(routes.login, async c => {
      await refuseSignedIn(c)
      const given = c.req.valid('json')
      const browser = await knownBrowserOf(c, given.email)
      const input = { ...given, ...(await registrationIn(c)), ...browser, origin: pageOriginOf(c) }
      const outcome = await signIn(c.var.ctx, input)
      if (outcome.registrationId) await rememberRegistration(c, outcome.registrationId)
      return c.json(await goOn(c, outcome), 200)
    })
    .openapi(routes.passkeySignIn, async c => {
      await refuseSignedIn(c)
      return c.json(asking(await openPasskeySignIn(c.var.ctx, pageOriginOf(c))), 200)
    })
    .openapi(routes.challenge, async c => {
      const answer = { ...c.req.valid('json'), origin: pageOriginOf(c) }
      return c.json(await goOn(c, await answerChallenge(c.var.ctx, answer)), 200)
    })
    .openapi(routes.token, async c => {
      const { ctx } = c.var
      const session = await sessions.read(c.req.raw.headers)
      if (!session) throw refuse('NotAuthorizedException')
      const expiresAt = await keepStaffSession(ctx, session, idleSecondsOf(c))
      const answer = await issueToken(ctx, idTokens, { ...session, expiresAt })
      const isReplaced = await retireSession(ctx, session)
      setCookies(c, await (isReplaced ? sessions.open(session, c.req.raw.headers) : sessions.renew(c.req.raw.headers)))
      await markSeen(ctx, session)
      return c.json(answer, 200)
    })
    .openapi(routes.logout, async c => {
      await closeSession(c)
      return c.body(null, 204)
    })
    .openapi(routes.logoutEverywhere, async c => {
      const { ctx } = c.var
      const userId = (await sessions.read(c.req.raw.headers))?.userId ?? actorOf(ctx).userId
      await endSessions(ctx, userId)
      await closeSession(c)
      return c.body(null, 204)
    })
    .openapi(routes.jwks, c => c.json(idTokens.jwks(), 200, { 'cache-control': 'public, max-age=300' }))
}
