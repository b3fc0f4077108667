import { access, actorOf } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pick } from '#platform/errors.ts'
import type { BeginSession } from '../sessions/begin-session.server.ts'
import { readBrowserId, registrationIn } from '../sessions/browser-cookies.server.ts'
import { issueToken } from '../sessions/commands/tokens.server.ts'
import type { IdTokens } from '../sessions/id-token.server.ts'
import type { Sessions } from '../sessions/sessions.server.ts'
import { Done, SignedIn } from '../user/answers.ts'
import { IDENTITY_ERRORS, ProveMailboxBody } from '../user/contract.ts'
import { proveByEmailCode, sendProofCode } from './commands/prove-by-email-code.server.ts'

const SENT = 'A code is on its way to your e-mail address.'
const PROVED = 'Your email address is confirmed.'

/** API route of the proof by a signed-in user. */
export const mailboxProofApi = (idTokens: IdTokens, sessions: Sessions, begin: BeginSession) =>
  newApi(
    defineRoute('post', '/auth/prove-mailbox', access('user'), {
      summary:
        "Send a code to the caller's address, or prove by that code that the caller reads its mail; the code works only in the session that asked",
      body: ProveMailboxBody,
      answers: Done.or(SignedIn),
      refuses: [pick(IDENTITY_ERRORS, 'CodeMismatchException', 'ExpiredCodeException')],
      handler: async ({ ctx, body: { code }, c }) => {
        const { userId, sessionId, authenticatedAt } = actorOf(ctx)
        const holder = sessionId ?? (await readBrowserId(c))
        if (!code) {
          const isSent = await sendProofCode(ctx, { userId, holder })
          return { success: true, message: isSent ? SENT : PROVED } as const
        }
        const proof = await proveByEmailCode(ctx, { userId, holder, code, ...(await registrationIn(c)) })
        if (proof?.needsNewSession) {
          const begun = await begin(c, { userId, accessVersion: proof.accessVersion })
          return { success: true, message: PROVED, ...begun } as const
        }
        const session = await sessions.read(c.req.raw.headers)
        const own = session?.userId === userId ? session : undefined
        const subject = { familyId: sessionId, authenticatedAt: authenticatedAt ?? ctx.now(), ...own, userId }
        return { success: true, message: PROVED, ...(await issueToken(ctx, idTokens, subject)) } as const
      },
    }),
  )
