import { type ApiContext, access } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { pick } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { checkNewPassword } from '../accounts/passwords.server.ts'
import type { BeginSession } from '../sessions/begin-session.server.ts'
import {
  findKnownBrowser,
  registrationIn,
  rememberBrowser,
  rememberRegistration,
} from '../sessions/browser-cookies.server.ts'
import { FIRST_ACCESS } from '../sessions/commands/revoke.server.ts'
import { issueToken, keepStaffSession } from '../sessions/commands/tokens.server.ts'
import type { IdTokens } from '../sessions/id-token.server.ts'
import type { Sessions } from '../sessions/sessions.server.ts'
import { Confirmed, Done, Registered, SignedIn, Waiting } from '../user/answers.ts'
import { ConfirmBody, IDENTITY_ERRORS, RegisterBody, RejectBody, ResendBody } from '../user/contract.ts'
import { findUser } from '../user/queries.server.ts'
import { autoSignIn, confirmRegistration, rejectRegistration } from './commands/confirm.server.ts'
import { registerUser, resendRegistrationCode } from './commands/register.server.ts'

const CONFIRMED = 'Your account is confirmed.'
const WAITING = 'The account is not confirmed yet.'

/** An input with the data from the browser's cookies. */
const withBrowser = async <T extends { email: string }>(c: ApiContext, input: T) => ({
  ...input,
  ...(await registrationIn(c)),
  ...(await findKnownBrowser(c, input.email)),
})

/** API routes of registration. */
export const registrationApi = (begin: BeginSession, sessions: Sessions, idTokens: IdTokens) =>
  newApi(
    defineRoute('post', '/auth/register', access('anyone'), {
      summary: 'Create a registration; a code is e-mailed to confirm the address',
      body: RegisterBody,
      answers: Registered,
      check: checkNewPassword,
      refuses: [
        pick(IDENTITY_ERRORS, 'InvalidPasswordException', 'OwnWordPassword', 'UsernameExistsException', 'WeakPassword'),
        ADDRESS_ERRORS,
      ],
      handler: async ({ ctx, body, c }) => {
        const { registrationId } = await registerUser(ctx, await withBrowser(c, body))
        await rememberRegistration(c, registrationId)
        return { success: true, requiresConfirmation: true } as const
      },
    }),

    defineRoute('post', '/auth/confirm', access('anyone'), {
      summary: 'Confirm a registration by its code; signs in the browser that registered',
      body: ConfirmBody,
      answers: Confirmed,
      refuses: [
        pick(
          IDENTITY_ERRORS,
          'CodeMismatchException',
          'ExpiredCodeException',
          'PasswordRequired',
          'RegistrationPasswordWrong',
        ),
      ],
      handler: async ({ ctx, body: { registration: linkedId, ...given }, c }) => {
        const input = { ...given, linkedId, ...(await registrationIn(c)) }
        const { userId, isOwnBrowser, addressSaved } = await confirmRegistration(ctx, input)
        const answer = { success: true, message: CONFIRMED, requiresSignIn: !isOwnBrowser, addressSaved } as const
        return isOwnBrowser ? { ...answer, ...(await begin(c, { userId, accessVersion: FIRST_ACCESS })) } : answer
      },
    }),

    defineRoute('post', '/auth/reject-registration', access('anyone'), {
      summary: 'Delete a registration that another user made with the caller’s address; requires its code',
      body: RejectBody,
      answers: Done,
      refuses: [pick(IDENTITY_ERRORS, 'CodeMismatchException', 'ExpiredCodeException')],
      handler: async ({ ctx, body: { email, code, registration: linkedId }, c }) => {
        await rejectRegistration(ctx, { email, code, linkedId })
        // The code came by mail, so this browser belongs to the address's owner and can register without waiting for strangers.
        await rememberBrowser(c, email)
        return { success: true, message: 'The registration was deleted. No account was created.' } as const
      },
    }),

    defineRoute('post', '/auth/auto-sign-in', access('anyone'), {
      summary: 'Sign in the browser that registered, after the link in the e-mail has confirmed the account',
      body: ResendBody,
      answers: SignedIn.or(Waiting),
      handler: async ({ ctx, body: { email }, c }) => {
        const { registrationId } = await registrationIn(c)
        const familyId = newId()
        const confirmed = registrationId ? await autoSignIn(ctx, { registrationId, familyId }) : undefined
        // The link may have been opened in this browser, which is signed in then.
        const session = confirmed ? undefined : await sessions.read(c.req.raw.headers)
        const userId = confirmed?.userId ?? session?.userId
        const user = userId ? await findUser(ctx, userId) : undefined
        if (user?.email !== email) return { success: false, message: WAITING } as const
        const answer = session
          ? await issueToken(ctx, idTokens, { ...session, expiresAt: await keepStaffSession(ctx, session, undefined) })
          : await begin(c, confirmed!, familyId)
        return { success: true, message: CONFIRMED, ...answer } as const
      },
    }),

    defineRoute('post', '/auth/resend-code', access('anyone'), {
      summary: 'Send a new confirmation code',
      body: ResendBody,
      answers: Done,
      handler: async ({ ctx, body, c }) => {
        await resendRegistrationCode(ctx, await withBrowser(c, body))
        return { success: true, message: 'A new code is on its way to your e-mail address.' } as const
      },
    }),
  )
