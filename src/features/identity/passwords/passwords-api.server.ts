import { type ApiContext, access } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pick } from '#platform/errors.ts'
import { checkNewPassword } from '../accounts/passwords.server.ts'
import {
  browserIdIn,
  findKnownBrowser,
  readBrowserId,
  registrationIn,
  rememberBrowser,
} from '../sessions/browser-cookies.server.ts'
import { Done, Verified } from '../user/answers.ts'
import { ForgotBody, IDENTITY_ERRORS, ResetBody, VerifyResetBody } from '../user/contract.ts'
import { forgotPassword, resetPassword, verifyResetCode } from './commands/reset-password.server.ts'

type ResetCode = { email: string; code: string; codeId?: string | undefined; letter?: string | undefined }

/** A reset code with the data from the browser's cookie. */
async function resetInput(c: ApiContext, { email, code, letter, codeId = letter }: ResetCode) {
  const { browserId } = await findKnownBrowser(c, email)
  return { email, code, codeId, browserId, holder: await browserIdIn(c), browser: await registrationIn(c) }
}

/** API routes of a forgotten password. */
export const passwordsApi = () =>
  newApi(
    defineRoute('post', '/auth/forgot-password', access('anyone'), {
      summary: 'Send a password reset code',
      body: ForgotBody,
      answers: Done,
      refuses: [pick(IDENTITY_ERRORS, 'UserNotConfirmedException', 'UserNotFoundException')],
      handler: async ({ ctx, body: { email }, c }) => {
        await forgotPassword(ctx, email, { holder: await readBrowserId(c), ...(await findKnownBrowser(c, email)) })
        const message = 'If the address has an account, a code is on its way to it.'
        return { success: true, message } as const
      },
    }),

    defineRoute('post', '/auth/verify-reset-code', access('anyone'), {
      summary: 'Verify a password reset code without using it up',
      body: VerifyResetBody,
      answers: Verified,
      refuses: [pick(IDENTITY_ERRORS, 'CodeMismatchException', 'ExpiredCodeException')],
      handler: async ({ ctx, body, c }) => {
        await verifyResetCode(ctx, await resetInput(c, body))
        // The user reads the account's mail, so this browser has sign-in tries of its own from now on.
        await rememberBrowser(c, body.email)
        return { success: true } as const
      },
    }),

    defineRoute('post', '/auth/reset-password', access('anyone'), {
      summary: 'Set a new password with a reset code; all sessions end',
      body: ResetBody,
      answers: Done,
      check: checkNewPassword,
      refuses: [
        pick(
          IDENTITY_ERRORS,
          'CodeMismatchException',
          'ExpiredCodeException',
          'InvalidPasswordException',
          'OwnWordPassword',
          'WeakPassword',
        ),
      ],
      handler: async ({ ctx, body, c }) => {
        await resetPassword(ctx, { ...(await resetInput(c, body)), newPassword: body.newPassword })
        await rememberBrowser(c, body.email)
        return { success: true, message: 'Password Reset Successful!' } as const
      },
    }),
  )
