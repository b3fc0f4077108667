import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#kernel/api/api.server.ts'
import { newApi, refusesToo } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { addressBookApi } from './address-book/api.server.ts'
import { emailCodesApi } from './email-codes/api.server.ts'
import { mailboxProofApi } from './mailbox-proof/api.server.ts'
import { passwordsApi } from './passwords/passwords-api.server.ts'
import { profileApi } from './profile/profile-api.server.ts'
import { registrationApi } from './registration/registration-api.server.ts'
import { secondFactorsApi } from './second-factors/api.server.ts'
import { devicesApi } from './security/devices-api.server.ts'
import { beginSession } from './sessions/begin-session.server.ts'
import type { IdTokens } from './sessions/id-token.server.ts'
import { sameOrigin } from './sessions/same-origin.server.ts'
import type { Sessions } from './sessions/sessions.server.ts'
import { sessionApi, signInSteps } from './sign-in/session-api.server.ts'
import type { IdentityPorts } from './user/ports.ts'

/** The identity routes. They use the session cookie; the rest of the API uses the ID token that they issue. */
export function identityApi({ idTokens, sessions }: { idTokens: IdTokens; sessions: Sessions }, ports: IdentityPorts) {
  const begin = beginSession(idTokens, sessions)
  const steps = signInSteps(begin)
  const api = newApi()
  api.use('/auth/*', sameOrigin(sessions), keepNothing)
  const routed = api
    .route('/', registrationApi(begin, sessions, idTokens))
    .route('/', passwordsApi())
    .route('/', sessionApi(idTokens, sessions, steps))
    .route('/', emailCodesApi(sessions, steps))
    .route('/', devicesApi(idTokens, sessions))
    .route('/', mailboxProofApi(idTokens, sessions, begin))
    .route('/', secondFactorsApi())
    .route('/', profileApi(ports))
    .route('/', addressBookApi(ports.orders))
  const isGuarded = (method: string, path: string) => method !== 'get' && path.startsWith('/auth/')
  return refusesToo(routed, pick(COMMON_ERRORS, 'Unauthorized'), isGuarded)
}

/** These routes carry tokens, challenges and passwords, so their answers are stored nowhere, not even for an Idempotency-Key. */
const keepNothing: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
}

export type IdentityApi = ReturnType<typeof identityApi>
