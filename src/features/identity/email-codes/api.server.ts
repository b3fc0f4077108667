import { access, defineRoute, newApi } from '#kernel/api/api.server.ts'
import { Challenged } from '../factors/contract.ts'
import {
  browserIdIn,
  browserIdOf,
  knownBrowserOf,
  registrationIn,
  rememberBrowser,
} from '../sessions/browser-cookies.server.ts'
import { pageOriginOf } from '../sessions/same-origin.server.ts'
import type { Sessions } from '../sessions/sessions.server.ts'
import { refuseSignedIn, type SignInSteps } from '../sign-in/session-api.server.ts'
import { Done, SignedIn } from '../user/answers.ts'
import { registerByCode } from './commands/register-by-code.server.ts'
import { requestEmailCode } from './commands/request-code.server.ts'
import { verifyEmailCode } from './commands/verify-code.server.ts'
import { EmailCodeBody, Proved, RegisterByCodeBody, VerifyEmailCodeBody } from './contract.ts'

const request = defineRoute('post', '/auth/email-codes', access('anyone'), {
  summary: 'Send a code to an address, with or without an account; it works only in the calling browser',
  body: EmailCodeBody,
  answers: Done,
})

const verify = defineRoute('post', '/auth/email-codes/verify', access('anyone'), {
  summary: 'Verify a code; signs in to the account of the address, or proves an address without an account',
  body: VerifyEmailCodeBody,
  answers: SignedIn.or(Challenged).or(Proved),
})

const register = defineRoute('post', '/auth/email-codes/register', access('anyone'), {
  summary: 'Create an account without a password for an address proved by a code; signs in',
  body: RegisterByCodeBody,
  answers: SignedIn,
})

const SENT = 'A code is on its way to your e-mail address.'
const PROVED = 'Your email address is confirmed.'

/** API routes of the sign-in by a code by e-mail, for the checkout. */
export const emailCodesApi = (sessions: Sessions, { goOn, signedIn }: SignInSteps) =>
  newApi()
    .openapi(request, async c => {
      const { email } = c.req.valid('json')
      await requestEmailCode(c.var.ctx, { email, holder: await browserIdOf(c), ...(await knownBrowserOf(c, email)) })
      return c.json({ success: true, message: SENT } as const, 200)
    })
    .openapi(verify, async c => {
      await refuseSignedIn(c, sessions)
      const { email, code } = c.req.valid('json')
      const browser = { holder: await browserIdIn(c), ...(await knownBrowserOf(c, email)) }
      const proving = { ...browser, ...(await registrationIn(c)) }
      const next = await verifyEmailCode(c.var.ctx, { email, code, ...proving, origin: pageOriginOf(c) })
      if (!('registrationToken' in next)) return c.json(await goOn(c, next), 200)
      // The user reads the mail of the address, so this browser has tries of its own from now on.
      await rememberBrowser(c, email)
      return c.json({ success: true, message: PROVED, ...next } as const, 200)
    })
    .openapi(register, async c => {
      await refuseSignedIn(c, sessions)
      const input = c.req.valid('json')
      const browser = { holder: await browserIdIn(c), ...(await knownBrowserOf(c, input.email)) }
      return c.json(await signedIn(c, await registerByCode(c.var.ctx, { ...input, ...browser })), 200)
    })
