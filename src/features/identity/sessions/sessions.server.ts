import { createHash, randomBytes } from 'node:crypto'
import { betterAuth, type GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { COOKIE_PATH, hasHostCookies } from './browser-cookies.server.ts'
import { FIRST_ACCESS } from './commands/revoke.server.ts'

/** Cookies last 365 days. */
const SESSION_SECONDS = 365 * 24 * 3600

/** `authenticatedAt`: when the user last gave a password or a factor; the time is kept when the session is replaced. */
export type OpenSession = {
  id: string
  /** Shared by all sessions that replaced each other in one browser; ID tokens carry it as `sid`. */
  familyId: string
  userId: string
  createdAt: Date
  expiresAt: Date
  authenticatedAt: Date
  /** The version of the user's access with which the session began. */
  accessVersion: number
}
/** A replaced session still answers this long, for other tabs that were about to use it. */
export const RETIRING_SECONDS = 60

type Whose = Pick<OpenSession, 'userId' | 'authenticatedAt' | 'familyId' | 'accessVersion'>

/** Cookie sessions. Each function takes the request's headers and returns cookies to set as `set-cookie` lines. */
export type Sessions = {
  /** @throws NotAuthorizedException when everything that opens the account ended after the sign-in began. */
  open: (whose: Whose, headers: Headers) => Promise<string[]>
  /** The active session of a request; undefined without a cookie, with a forged one, or when the session has ended. */
  read: (headers: Headers) => Promise<OpenSession | undefined>
  /** Forgets the session of a request in its browser. @returns the cookies to set, and the family of sessions that `end` ends. */
  forget: (headers: Headers) => Promise<{ cookies: string[]; familyId: string | undefined }>
  /** Ends a family: a session with all that it replaced. PostgreSQL notifies every process (record_ended_sessions.sql). */
  end: (familyId: string) => Promise<unknown>
  /** Whether a request carries a session cookie, valid or not. */
  hasCookie: (headers: Headers) => boolean
}

type Options = { db: Db; now: () => Date; secret: () => string; origin: string }

/** Sessions on better-auth, which signs the cookies and keeps the rows (docs/decisions/0005-better-auth.md). */
export function createSessions(options: Options): Sessions {
  let made: ReturnType<typeof createEngine> | undefined
  const engine = () => {
    made ??= createEngine(options)
    return made
  }
  const hasCookie = (headers: Headers) => headers.get('cookie')?.includes(`${cookieName(options.origin)}=`) ?? false
  return {
    async open({ userId, authenticatedAt, familyId, accessVersion }, headers) {
      const body = { userId, authenticatedAt, familyId, accessVersion }
      try {
        const answer = await engine().api.openSession({ body, headers, returnHeaders: true })
        return answer.headers.getSetCookie()
      } catch (error) {
        throw (error as { constraint?: string }).constraint === 'access_has_ended'
          ? refuse('NotAuthorizedException')
          : error
      }
    },
    async read(headers) {
      if (!hasCookie(headers)) return undefined
      return (await engine().api.readSession({ headers })) ?? undefined
    },
    async forget(headers) {
      const answer = await engine().api.forgetSession({ headers, returnHeaders: true })
      return { cookies: answer.headers.getSetCookie(), familyId: answer.response ?? undefined }
    },
    end: familyId =>
      options.db
        .deleteFrom('session')
        .where(eb => eb.or([eb('id', '=', familyId), eb('family_id', '=', familyId)]))
        .execute(),
    hasCookie,
  }
}

const cookiePrefix = (origin: string) => (hasHostCookies(origin) ? '__Host-redoubt' : 'redoubt')
const cookieName = (origin: string) => `${cookiePrefix(origin)}.session_token`

const createEngine = ({ db, now, secret, origin }: Options) =>
  betterAuth({
    database: { db, type: 'postgres' },
    secret: secret(),
    baseURL: origin,
    basePath: COOKIE_PATH,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Its HTTP routes are never mounted, and its limiter counts per process. The shop's limits are in api.server.ts.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefix(origin),
      // This option would put `__Secure-` before the name.
      useSecureCookies: false,
      defaultCookieAttributes: {
        path: hasHostCookies(origin) ? '/' : COOKIE_PATH,
        secure: hasHostCookies(origin),
        httpOnly: true,
        sameSite: 'lax',
      },
      // Only its sessions are used, so its other tables do not exist and cannot be validated.
      database: { generateId: () => newId(), validateSchema: false },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    // No cookie cache, so that an ended session is void at once.
    session: {
      modelName: 'session',
      expiresIn: SESSION_SECONDS,
      cookieCache: { enabled: false },
      additionalFields: {
        authenticatedAt: { type: 'date', fieldName: 'proved_at', required: true },
        familyId: { type: 'string', fieldName: 'family_id', required: false },
        accessVersion: { type: 'number', fieldName: 'access_version', required: false },
      },
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    plugins: [sessionEndpoints(now, cookieName(origin))],
  })

/** The table holds hashes, so that a copy of the table yields no valid cookie. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const OPENING = z.object({
  userId: z.string(),
  authenticatedAt: z.date(),
  familyId: z.string(),
  accessVersion: z.int(),
})

const familyOf = ({ id, familyId }: Record<string, unknown>) => String(familyId ?? id)

/** The shop's use of better-auth, as endpoints without a URL; they use the shop's clock. */
function sessionEndpoints(now: () => Date, cookie: string) {
  /** The session of a request's cookie, also an expired one. */
  const sessionOf = async (ctx: GenericEndpointContext) => {
    const token = await ctx.getSignedCookie(cookie, ctx.context.secret)
    return token ? (await ctx.context.internalAdapter.findSession(hashOf(token)))?.session : undefined
  }
  return {
    id: 'redoubt-sessions' as const,
    endpoints: {
      openSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true, body: OPENING }, async ctx => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new Error('A session is opened for nobody.')
        const time = now()
        const token = randomBytes(32).toString('base64url')
        const row = {
          token: hashOf(token),
          createdAt: time,
          updatedAt: time,
          expiresAt: new Date(time.getTime() + SESSION_SECONDS * 1000),
          authenticatedAt: ctx.body.authenticatedAt,
          familyId: ctx.body.familyId,
          accessVersion: ctx.body.accessVersion,
          userAgent: ctx.headers.get('user-agent')?.slice(0, 300) ?? '',
          ipAddress: '',
        }
        const session = await internalAdapter.createSession(user.id, false, row, true)
        await setSessionCookie(ctx, { session: { ...session, token }, user })
        return true
      }),
      readSession: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async ctx => {
        const session = await sessionOf(ctx)
        if (!session || session.expiresAt <= now()) return null
        const { id, userId, createdAt, expiresAt, authenticatedAt } = session
        return {
          id,
          familyId: familyOf(session),
          userId,
          createdAt,
          expiresAt,
          authenticatedAt: authenticatedAt as Date,
          // Sessions of the release before have none, and began with the first.
          accessVersion: Number(session.accessVersion ?? FIRST_ACCESS),
        }
      }),
      forgetSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async ctx => {
        const session = await sessionOf(ctx)
        deleteSessionCookie(ctx)
        return session ? familyOf(session) : null
      }),
    },
  }
}
