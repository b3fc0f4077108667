import type { ApiContext } from '#kernel/api/api.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { forgetRegistration } from '../registration/registration-cookie.server.ts'
import { rememberBrowser } from '../sign-in/known-browser.server.ts'
import { issueToken } from './commands/tokens.server.ts'
import type { IdTokens } from './id-token.server.ts'
import type { Sessions } from './sessions.server.ts'

export function setCookies(c: ApiContext, lines: string[]): void {
  for (const line of lines) c.header('set-cookie', line, { append: true })
}

export type BeginSession = ReturnType<typeof beginSession>

/**
 * Starts a session in the calling browser and issues its first token.
 * @param provedAt when the user proved their identity, if that was not just now.
 * @throws NotAuthorizedException for a disabled user.
 */
export const beginSession =
  (idTokens: IdTokens, sessions: Sessions) =>
  async (c: ApiContext, userId: string, provedAt = c.var.ctx.now()) => {
    const subject = { userId, provedAt, familyId: newId() }
    const answer = await issueToken(c.var.ctx, idTokens, subject)
    setCookies(c, await sessions.open(subject, c.req.raw.headers))
    forgetRegistration(c)
    await rememberBrowser(c, answer.user.email)
    c.set('sessionBegunFor', userId)
    return answer
  }
