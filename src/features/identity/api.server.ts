import { actorOf, newApi } from '#adapters/http/api.server.ts'
import { refuse } from '#platform/errors.ts'
import { beginSession } from './begin-session.server.ts'
import { saveProfile } from './commands/profile.server.ts'
import type { IdTokens } from './id-token.server.ts'
import { profileOf } from './queries.server.ts'
import { registrationApi } from './registration-api.server.ts'
import * as routes from './routes.server.ts'
import { sameOrigin } from './same-origin.server.ts'
import { sessionApi } from './session-api.server.ts'
import type { Sessions } from './sessions.server.ts'

const profileApi = () =>
  newApi()
    .openapi(routes.readProfile, async c => {
      const { ctx } = c.var
      const profile = await profileOf(ctx, actorOf(ctx).userId)
      if (!profile) throw refuse('NotAuthorizedException')
      return c.json(profile, 200)
    })
    .openapi(routes.changeProfile, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      await saveProfile(ctx, { userId, change: c.req.valid('json') })
      return c.json((await profileOf(ctx, userId))!, 200)
    })

/** The identity routes. Sessions live in a cookie; everything else in the API goes by the ID token that they give out. */
export function identityApi({ idTokens, sessions }: { idTokens: IdTokens; sessions: Sessions }) {
  const begin = beginSession(idTokens, sessions)
  const api = newApi()
  api.use('/auth/*', sameOrigin(sessions))
  return api
    .route('/', registrationApi(begin))
    .route('/', sessionApi(idTokens, sessions, begin))
    .route('/', profileApi())
}

export type IdentityApi = ReturnType<typeof identityApi>
