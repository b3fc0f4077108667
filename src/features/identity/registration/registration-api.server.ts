import { type ApiContext, access, defineRoute, newApi } from '#kernel/api/api.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { checkNewPassword } from '../accounts/passwords.server.ts'
import type { BeginSession } from '../sessions/begin-session.server.ts'
import {
  knownBrowserOf,
  registrationIn,
  rememberBrowser,
  rememberRegistration,
} from '../sessions/browser-cookies.server.ts'
import { FIRST_ACCESS } from '../sessions/commands/revoke.server.ts'
import { issueToken, keepStaffSession } from '../sessions/commands/tokens.server.ts'
import type { IdTokens } from '../sessions/id-token.server.ts'
import type { Sessions } from '../sessions/sessions.server.ts'
import { Confirmed, Done, Registered, SignedIn, Waiting } from '../user/answers.ts'
import { ConfirmBody, RegisterBody, RejectBody, ResendBody } from '../user/contract.ts'
import { userOf } from '../user/queries.server.ts'
import { autoSignIn, confirmRegistration, rejectRegistration } from './commands/confirm.server.ts'
import { registerUser, resendCode } from './commands/register.server.ts'

const register = defineRoute('post', '/auth/register', access('anyone'), {
  summary: 'Create a registration; a code is e-mailed to confirm the address',
  body: RegisterBody,
  answers: Registered,
})

const confirm = defineRoute('post', '/auth/confirm', access('anyone'), {
  summary: 'Confirm a registration by its code; signs in the browser that registered',
  body: ConfirmBody,
  answers: Confirmed,
})

const reject = defineRoute('post', '/auth/reject-registration', access('anyone'), {
  summary: 'Delete a registration that another user made with the caller’s address; requires its code',
  body: RejectBody,
  answers: Done,
})

const resend = defineRoute('post', '/auth/resend-code', access('anyone'), {
  summary: 'Send a new confirmation code',
  body: ResendBody,
  answers: Done,
})

const signInAfterwards = defineRoute('post', '/auth/auto-sign-in', access('anyone'), {
  summary: 'Sign in the browser that registered, after the link in the e-mail has confirmed the account',
  body: ResendBody,
  answers: SignedIn.or(Waiting),
})

const CONFIRMED = 'Your account is confirmed.'
const WAITING = 'The account is not confirmed yet.'

/** An input with the data from the browser's cookies. */
const withBrowser = async <T extends { email: string }>(c: ApiContext, input: T) => ({
  ...input,
  ...(await registrationIn(c)),
  ...(await knownBrowserOf(c, input.email)),
})

/** API routes of registration. */
export const registrationApi = (begin: BeginSession, sessions: Sessions, idTokens: IdTokens) =>
  newApi()
    .openapi(
      register,
      async c => {
        const { registrationId } = await registerUser(c.var.ctx, await withBrowser(c, c.req.valid('json')))
        await rememberRegistration(c, registrationId)
        return c.json({ success: true, requiresConfirmation: true } as const, 200)
      },
      checkNewPassword,
    )
    .openapi(confirm, async c => {
      const { registration: linkedId, ...given } = c.req.valid('json')
      const input = { ...given, linkedId, ...(await registrationIn(c)) }
      const { userId, isOwnBrowser, addressSaved } = await confirmRegistration(c.var.ctx, input)
      const answer = { success: true, message: CONFIRMED, requiresSignIn: !isOwnBrowser, addressSaved } as const
      return c.json(
        isOwnBrowser ? { ...answer, ...(await begin(c, { userId, accessVersion: FIRST_ACCESS })) } : answer,
        200,
      )
    })
    .openapi(reject, async c => {
      const { email, code, registration: linkedId } = c.req.valid('json')
      await rejectRegistration(c.var.ctx, { email, code, linkedId })
      // The code came by mail, so this browser belongs to the address's owner and can register without waiting for strangers.
      await rememberBrowser(c, email)
      return c.json({ success: true, message: 'The registration was deleted. No account was created.' } as const, 200)
    })
    .openapi(signInAfterwards, async c => {
      const { ctx } = c.var
      const { email } = c.req.valid('json')
      const { registrationId } = await registrationIn(c)
      const familyId = newId()
      const confirmed = registrationId ? await autoSignIn(ctx, { registrationId, familyId }) : undefined
      // The link may have been opened in this browser, which is signed in then.
      const session = confirmed ? undefined : await sessions.read(c.req.raw.headers)
      const userId = confirmed?.userId ?? session?.userId
      const user = userId ? await userOf(ctx, userId) : undefined
      if (user?.email !== email) return c.json({ success: false, message: WAITING } as const, 200)
      const answer = session
        ? await issueToken(ctx, idTokens, { ...session, expiresAt: await keepStaffSession(ctx, session, undefined) })
        : await begin(c, confirmed!, familyId)
      return c.json({ success: true, message: CONFIRMED, ...answer } as const, 200)
    })
    .openapi(resend, async c => {
      await resendCode(c.var.ctx, await withBrowser(c, c.req.valid('json')))
      return c.json({ success: true, message: 'A new code is on its way to your e-mail address.' } as const, 200)
    })
