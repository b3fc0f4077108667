import type { ApiContext } from '#kernel/api/api.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { forgetRegistration, rememberBrowser, setCookies } from './browser-cookies.server.ts'
import { issueToken } from './commands/tokens.server.ts'
import type { IdTokens } from './id-token.server.ts'
import type { Sessions } from './sessions.server.ts'

export type BeginSession = ReturnType<typeof beginSession>

/**
 * Starts a session in the calling browser and issues its first token.
 * @param familyId the id of the session; a new one by default.
 * @throws NotAuthorizedException for a disabled user, and when everything that opens the account ended after the sign-in began.
 */
export const beginSession =
  (idTokens: IdTokens, sessions: Sessions) =>
  async (c: ApiContext, { userId, accessVersion }: { userId: string; accessVersion: number }, familyId = newId()) => {
    const subject = { userId, authenticatedAt: c.var.ctx.now(), familyId }
    const answer = await issueToken(c.var.ctx, idTokens, subject)
    setCookies(c, await sessions.open({ ...subject, accessVersion }, c.req.raw.headers))
    forgetRegistration(c)
    await rememberBrowser(c, answer.user.email)
    c.set('sessionBegunFor', userId)
    return answer
  }
