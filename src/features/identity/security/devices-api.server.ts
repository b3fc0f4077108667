import { access, actorOf, callerId } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { deviceName } from '#platform/device-name.ts'
import { COMMON_ERRORS, pick, refusals } from '#platform/errors.ts'
import { checkNewPassword } from '../accounts/passwords.server.ts'
import { openPasskeySignIn } from '../challenges/commands/challenges.server.ts'
import {
  reauthenticateByEmailCode,
  reauthenticateByPasskey,
  reauthenticateByPassword,
  sendReauthenticationCode,
} from '../challenges/commands/reauthenticate.server.ts'
import { Challenge, ReauthenticationBody } from '../factors/contract.ts'
import { changePassword } from '../passwords/commands/choose-password.server.ts'
import { setFirstPassword } from '../passwords/commands/first-password.server.ts'
import { endSession, familyOf } from '../sessions/commands/revoke.server.ts'
import { issueToken } from '../sessions/commands/tokens.server.ts'
import type { IdTokens } from '../sessions/id-token.server.ts'
import { pageOriginOf } from '../sessions/same-origin.server.ts'
import type { Sessions } from '../sessions/sessions.server.ts'
import { type Device, Devices, Done, nothing, TokenAnswer } from '../user/answers.ts'
import { ChangePasswordBody, IDENTITY_ERRORS, SetPasswordBody } from '../user/contract.ts'

const refuseIdentity = refusals(IDENTITY_ERRORS)

/** API routes for signed-in users: prove the identity again, change the password, end sessions. */
export const devicesApi = (idTokens: IdTokens, sessions: Sessions) => {
  /** The caller's own session; undefined for programs, and for another user's cookie. */
  const ownSession = async (headers: Headers, userId: string) => {
    const session = await sessions.read(headers)
    return session?.userId === userId ? session : undefined
  }
  return newApi(
    defineRoute('post', '/auth/reauthenticate', access('user'), {
      summary:
        'Reauthenticate the caller by password, passkey or code; the new token allows changes of sign-in methods',
      body: ReauthenticationBody,
      answers: TokenAnswer,
      refuses: [
        pick(
          IDENTITY_ERRORS,
          'ChallengeExpired',
          'CodeMismatchException',
          'ExpiredCodeException',
          'IncorrectPassword',
          'InvalidParameterException',
          'PasskeyRefused',
          'PasswordExists',
          'PasswordMissing',
          'StaffPasswordRequired',
        ),
      ],
      handler: async ({ ctx, body: { password, code, id, credential }, c }) => {
        const actor = actorOf(ctx)
        const { userId } = actor
        if (password) await reauthenticateByPassword(ctx, userId, password)
        else if (code) await reauthenticateByEmailCode(ctx, userId, code)
        else if (id && credential)
          await reauthenticateByPasskey(ctx, { userId, id, credential, origin: pageOriginOf(c) })
        else throw refuseIdentity('InvalidParameterException')
        const authenticatedAt = ctx.now()
        const session = await ownSession(c.req.raw.headers, userId)
        if (session)
          await ctx.db.updateTable('session').set({ proved_at: authenticatedAt }).where('id', '=', session.id).execute()
        return issueToken(ctx, idTokens, { familyId: actor.sessionId, ...session, userId, authenticatedAt })
      },
    }),

    defineRoute('post', '/auth/reauthenticate/passkey', access('user'), {
      summary: 'Create a WEB_AUTHN challenge for reauthentication',
      answers: Challenge,
      refuses: [pick(IDENTITY_ERRORS, 'ChallengeExpired')],
      handler: ({ ctx, c }) => openPasskeySignIn(ctx, pageOriginOf(c)),
    }),

    defineRoute('post', '/auth/reauthenticate/code', access('user'), {
      summary: "Send a reauthentication code to the caller's address; for users without a password",
      answers: Done,
      refuses: [pick(IDENTITY_ERRORS, 'PasswordExists', 'StaffPasswordRequired')],
      handler: async ({ ctx }) => {
        await sendReauthenticationCode(ctx, callerId(ctx))
        return { success: true, message: 'A code is on its way to your e-mail address.' } as const
      },
    }),

    defineRoute('post', '/auth/set-password', access('user'), {
      summary: 'Set the first password of an account without a password; requires a sign-in of the last 5 minutes',
      body: SetPasswordBody,
      answers: Done,
      check: checkNewPassword,
      refuses: [
        pick(
          IDENTITY_ERRORS,
          'IncorrectPassword',
          'InvalidPasswordException',
          'OwnWordPassword',
          'PasswordExists',
          'PasswordMissing',
          'WeakPassword',
        ),
        pick(COMMON_ERRORS, 'ReauthenticationRequired'),
      ],
      handler: async ({ ctx, body }) => {
        await setFirstPassword(ctx, body.newPassword)
        return { success: true, message: 'Your password was set.' } as const
      },
    }),

    defineRoute('post', '/auth/change-password', access('user'), {
      summary: "Change the caller's password, given the current password; signs out every other browser",
      body: ChangePasswordBody,
      answers: Done,
      check: checkNewPassword,
      refuses: [
        pick(
          IDENTITY_ERRORS,
          'IncorrectPassword',
          'InvalidPasswordException',
          'OwnWordPassword',
          'PasswordMissing',
          'WeakPassword',
        ),
        pick(COMMON_ERRORS, 'Unauthorized'),
      ],
      handler: async ({ ctx, body, c }) => {
        const { userId } = actorOf(ctx)
        const familyId = (await ownSession(c.req.raw.headers, userId))?.familyId
        await changePassword(ctx, { ...body, userId, familyId })
        const message = 'Your password was changed. Every other browser was signed out.'
        return { success: true, message } as const
      },
    }),

    defineRoute('get', '/auth/sessions', access('user'), {
      summary: 'List the browsers in which the caller is signed in',
      answers: Devices,
      handler: async ({ ctx, c }) => {
        const userId = callerId(ctx)
        const session = await ownSession(c.req.raw.headers, userId)
        return { sessions: await listSessions(ctx, userId, session?.familyId) }
      },
    }),

    defineRoute('delete', '/auth/sessions/{id}', access('user'), {
      summary: 'Sign out a browser',
      params: byId,
      responses: nothing,
      handler: async ({ ctx, params, c }) => {
        const input = { userId: actorOf(ctx).userId, sessionId: params.id }
        await endSession(ctx, input)
        return c.body(null, 204)
      },
    }),
  )
}

const SESSIONS_MAX = 100

/**
 * The browsers in which a user is signed in, last used first.
 * @param currentFamily the session family of the calling browser.
 */
export async function listSessions(ctx: Context, userId: string, currentFamily: string | undefined): Promise<Device[]> {
  // A replaced session still answers for a minute, and its successor opens a moment later: one browser is one family, at every moment.
  const browsers = ctx.db
    .selectFrom('session')
    .select(['id', 'user_agent', 'proved_at', 'updated_at', familyOf('session').as('family')])
    .distinctOn(familyOf('session'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', ctx.now())
    .orderBy(familyOf('session'))
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
  const rows = await ctx.db
    .selectFrom(browsers.as('browser'))
    .select(['id', 'user_agent', 'proved_at', 'updated_at', 'family'])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(SESSIONS_MAX)
    .execute()
  return rows.map(row => ({
    id: row.id,
    device: deviceName(row.user_agent ?? undefined),
    signedInAt: row.proved_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    current: row.family === currentFamily,
  }))
}
