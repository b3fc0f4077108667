import { access } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { pick } from '#platform/errors.ts'
import { Challenged } from '../factors/contract.ts'
import {
  browserIdIn,
  findKnownBrowser,
  readBrowserId,
  registrationIn,
  rememberBrowser,
} from '../sessions/browser-cookies.server.ts'
import { pageOriginOf } from '../sessions/same-origin.server.ts'
import type { Sessions } from '../sessions/sessions.server.ts'
import { refuseSignedIn, type SignInSteps } from '../sign-in/session-api.server.ts'
import { Done, SignedIn } from '../user/answers.ts'
import { IDENTITY_ERRORS } from '../user/contract.ts'
import { registerByEmailCode } from './commands/register-by-email-code.server.ts'
import { requestEmailCode } from './commands/request-email-code.server.ts'
import { verifyEmailCode } from './commands/verify-email-code.server.ts'
import { EmailCodeBody, Proved, RegisterByEmailCodeBody, VerifyEmailCodeBody } from './contract.ts'

const SENT = 'A code is on its way to your e-mail address.'
const PROVED = 'Your email address is confirmed.'

/** API routes of the sign-in by a code by e-mail, for the checkout. */
export const emailCodesApi = (sessions: Sessions, { goOn, signedIn }: SignInSteps) =>
  newApi(
    defineRoute('post', '/auth/email-codes', access('anyone'), {
      summary: 'Send a code to an address, with or without an account; it works only in the calling browser',
      body: EmailCodeBody,
      answers: Done,
      handler: async ({ ctx, body: { email }, c }) => {
        await requestEmailCode(ctx, { email, holder: await readBrowserId(c), ...(await findKnownBrowser(c, email)) })
        return { success: true, message: SENT } as const
      },
    }),

    defineRoute('post', '/auth/email-codes/verify', access('anyone'), {
      summary: 'Verify a code; signs in to the account of the address, or proves an address without an account',
      body: VerifyEmailCodeBody,
      answers: SignedIn.or(Challenged).or(Proved),
      refuses: [
        pick(
          IDENTITY_ERRORS,
          'ChallengeExpired',
          'CodeMismatchException',
          'EmailSignInRefused',
          'ExpiredCodeException',
          'UserAlreadyAuthenticatedException',
        ),
      ],
      handler: async ({ ctx, body: { email, code }, c }) => {
        await refuseSignedIn(c, sessions)
        const browser = { holder: await browserIdIn(c), ...(await findKnownBrowser(c, email)) }
        const proving = { ...browser, ...(await registrationIn(c)) }
        const next = await verifyEmailCode(ctx, { email, code, ...proving, origin: pageOriginOf(c) })
        if (!('registrationToken' in next)) return goOn(c, next)
        // The user reads the mail of the address, so this browser has tries of its own from now on.
        await rememberBrowser(c, email)
        return { success: true, message: PROVED, ...next } as const
      },
    }),

    defineRoute('post', '/auth/email-codes/register', access('anyone'), {
      summary: 'Create an account without a password for an address proved by a code; signs in',
      body: RegisterByEmailCodeBody,
      answers: SignedIn,
      refuses: [
        pick(IDENTITY_ERRORS, 'EmailProofExpired', 'UserAlreadyAuthenticatedException', 'UsernameExistsException'),
        ADDRESS_ERRORS,
      ],
      handler: async ({ ctx, body, c }) => {
        await refuseSignedIn(c, sessions)
        const browser = { holder: await browserIdIn(c), ...(await findKnownBrowser(c, body.email)) }
        return signedIn(c, await registerByEmailCode(ctx, { ...body, ...browser }))
      },
    }),
  )
