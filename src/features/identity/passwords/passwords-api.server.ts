import { type ApiContext, access, defineRoute, newApi } from '#kernel/api/api.server.ts'
import { checkNewPassword } from '../accounts/passwords.server.ts'
import {
  browserIdIn,
  browserIdOf,
  knownBrowserOf,
  registrationIn,
  rememberBrowser,
} from '../sessions/browser-cookies.server.ts'
import { Done, Verified } from '../user/answers.ts'
import { ForgotBody, ResetBody, VerifyResetBody } from '../user/contract.ts'
import { forgotPassword, resetPassword, verifyResetCode } from './commands/reset-password.server.ts'

const forgot = defineRoute('post', '/auth/forgot-password', access('anyone'), {
  summary: 'Send a password reset code',
  body: ForgotBody,
  answers: Done,
})

const verifyReset = defineRoute('post', '/auth/verify-reset-code', access('anyone'), {
  summary: 'Verify a password reset code without using it up',
  body: VerifyResetBody,
  answers: Verified,
})

const reset = defineRoute('post', '/auth/reset-password', access('anyone'), {
  summary: 'Set a new password with a reset code; all sessions end',
  body: ResetBody,
  answers: Done,
})

type ResetCode = { email: string; code: string; letter?: string | undefined }

/** A reset code with the data from the browser's cookie. */
async function resetInput(c: ApiContext, { email, code, letter }: ResetCode) {
  const { browserId } = await knownBrowserOf(c, email)
  return { email, code, letter, browserId, holder: await browserIdIn(c), browser: await registrationIn(c) }
}

/** API routes of a forgotten password. */
export const passwordsApi = () =>
  newApi()
    .openapi(forgot, async c => {
      const { email } = c.req.valid('json')
      await forgotPassword(c.var.ctx, email, { holder: await browserIdOf(c), ...(await knownBrowserOf(c, email)) })
      const message = 'If the address has an account, a code is on its way to it.'
      return c.json({ success: true, message } as const, 200)
    })
    .openapi(verifyReset, async c => {
      await verifyResetCode(c.var.ctx, await resetInput(c, c.req.valid('json')))
      // The user reads the account's mail, so this browser has sign-in tries of its own from now on.
      await rememberBrowser(c, c.req.valid('json').email)
      return c.json({ success: true } as const, 200)
    })
    .openapi(
      reset,
      async c => {
        const input = c.req.valid('json')
        await resetPassword(c.var.ctx, { ...(await resetInput(c, input)), newPassword: input.newPassword })
        await rememberBrowser(c, input.email)
        return c.json({ success: true, message: 'Password Reset Successful!' } as const, 200)
      },
      checkNewPassword,
    )
