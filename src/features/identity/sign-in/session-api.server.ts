import { type ApiContext, access, actorOf } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick, refusals, refuse } from '#platform/errors.ts'
import { checkNewPassword } from '../accounts/passwords.server.ts'
import { type Next, openPasskeySignIn, type SignedInUser } from '../challenges/commands/challenges.server.ts'
import { type Challenge, ChallengeBody, Challenged, type ChallengeType } from '../factors/contract.ts'
import type { BeginSession } from '../sessions/begin-session.server.ts'
import {
  findKnownBrowser,
  registrationIn,
  rememberRegistration,
  setCookies,
} from '../sessions/browser-cookies.server.ts'
import { endSessions } from '../sessions/commands/revoke.server.ts'
import { issueToken, keepStaffSession, markSeen, retireSession } from '../sessions/commands/tokens.server.ts'
import type { IdTokens } from '../sessions/id-token.server.ts'
import { pageOriginOf } from '../sessions/same-origin.server.ts'
import type { Sessions } from '../sessions/sessions.server.ts'
import { Jwks, nothing, SignedIn, TokenAnswer } from '../user/answers.ts'
import { IDENTITY_ERRORS, SignInBody } from '../user/contract.ts'
import { answerChallenge } from './commands/answer-challenge.server.ts'
import { signIn } from './commands/sign-in.server.ts'

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

const asking = (challenge: Challenge) => ({ success: false, message: ASKED[challenge.type], challenge }) as const

/** @throws UserAlreadyAuthenticatedException when this browser has a session. */
export async function refuseSignedIn(c: ApiContext, sessions: Sessions): Promise<void> {
  const isSignedIn = c.var.ctx.actor ?? (await sessions.read(c.req.raw.headers))
  if (isSignedIn) throw refuseIdentity('UserAlreadyAuthenticatedException')
}

/** The ends of the routes of a sign-in. */
export const signInSteps = (begin: BeginSession) => {
  const signedIn = async (c: ApiContext, user: SignedInUser) =>
    ({ success: true, message: WELCOME, ...(await begin(c, user)) }) as const
  return {
    /** Begins the session of a user and answers its tokens. */
    signedIn,
    /** Answers the next challenge, or begins the session. */
    goOn: async (c: ApiContext, next: Next) => ('challenge' in next ? asking(next.challenge) : signedIn(c, next)),
  }
}
export type SignInSteps = ReturnType<typeof signInSteps>

/** API routes that start, use and end a session. */
export const sessionApi = (idTokens: IdTokens, sessions: Sessions, { goOn }: SignInSteps) => {
  /** Ends the session of the cookie and its ID tokens; without a cookie, the session of the ID token. This process applies it at once. */
  const closeSession = async (c: ApiContext) => {
    const { cookies, familyId = c.var.ctx.actor?.sessionId } = await sessions.forget(c.req.raw.headers)
    setCookies(c, cookies)
    if (!familyId) return
    await sessions.end(familyId)
    idTokens.revocations.endSessions([familyId])
  }
  return newApi(
    defineRoute('post', '/auth/login', access('anyone'), {
      summary: 'Sign in with e-mail address and password',
      body: SignInBody,
      answers: SignedIn.or(Challenged),
      refuses: [
        pick(
          IDENTITY_ERRORS,
          'ChallengeExpired',
          'EmailSignInRefused',
          'NotAuthorizedException',
          'UserAlreadyAuthenticatedException',
          'UserNotFoundException',
        ),
      ],
      handler: async ({ ctx, body, c }) => {
        await refuseSignedIn(c, sessions)
        const browser = await findKnownBrowser(c, body.email)
        const input = { ...body, ...(await registrationIn(c)), ...browser, origin: pageOriginOf(c) }
        const outcome = await signIn(ctx, input)
        if (outcome.registrationId) await rememberRegistration(c, outcome.registrationId)
        return goOn(c, outcome)
      },
    }),

    defineRoute('post', '/auth/passkey', access('anyone'), {
      summary: 'Start a sign-in by passkey alone; returns a WEB_AUTHN challenge for any passkey of this shop',
      answers: Challenged,
      refuses: [pick(IDENTITY_ERRORS, 'ChallengeExpired', 'UserAlreadyAuthenticatedException')],
      handler: async ({ ctx, c }) => {
        await refuseSignedIn(c, sessions)
        return asking(await openPasskeySignIn(ctx, pageOriginOf(c)))
      },
    }),

    defineRoute('post', '/auth/challenge', access('anyone'), {
      summary: 'Answer the open challenge of a sign-in',
      body: ChallengeBody,
      answers: SignedIn.or(Challenged),
      check: checkNewPassword,
      refuses: [
        pick(
          IDENTITY_ERRORS,
          'ChallengeExpired',
          'CodeMismatchException',
          'EmailSignInRefused',
          'ExpiredCodeException',
          'InvalidParameterException',
          'InvalidPasswordException',
          'LimitExceededException',
          'OwnWordPassword',
          'PasskeyRefused',
          'PasswordRequired',
          'RegistrationPasswordWrong',
          'WeakPassword',
        ),
        pick(COMMON_ERRORS, 'Unauthorized'),
      ],
      handler: async ({ ctx, body, c }) => {
        const answer = { ...body, origin: pageOriginOf(c), browser: await registrationIn(c) }
        return goOn(c, await answerChallenge(ctx, answer))
      },
    }),

    defineRoute('post', '/auth/token', access('anyone'), {
      summary: 'Issue a new ID token for the session of the cookie',
      answers: TokenAnswer,
      handler: async ({ ctx, c }) => {
        const session = await sessions.read(c.req.raw.headers)
        if (!session) throw refuse('NotAuthorizedException')
        const expiresAt = await keepStaffSession(ctx, session, idleSecondsOf(c))
        const answer = await issueToken(ctx, idTokens, { ...session, expiresAt })
        if (await retireSession(ctx, session)) setCookies(c, await sessions.open(session, c.req.raw.headers))
        await markSeen(ctx, session)
        return answer
      },
    }),

    defineRoute('post', '/auth/logout', access('anyone'), {
      summary: 'End the session of the cookie',
      responses: nothing,
      handler: async ({ c }) => {
        await closeSession(c)
        return c.body(null, 204)
      },
    }),

    defineRoute('post', '/auth/logout-everywhere', access('anyone'), {
      summary: 'End all sessions of the user and invalidate their current ID tokens',
      responses: nothing,
      handler: async ({ ctx, c }) => {
        const userId = (await sessions.read(c.req.raw.headers))?.userId ?? actorOf(ctx).userId
        await endSessions(ctx, userId)
        await closeSession(c)
        return c.body(null, 204)
      },
    }),

    defineRoute('get', '/auth/jwks', access('anyone'), {
      summary: 'Get the public keys that verify ID tokens',
      answers: Jwks,
      handler: ({ c }) => {
        c.header('cache-control', 'public, max-age=300')
        return idTokens.jwks()
      },
    }),
  )
}
