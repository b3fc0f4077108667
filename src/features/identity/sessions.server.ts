import { createHash, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Db } from '#platform/db/database.server.ts'
import { newId } from '#platform/ids.server.ts'

/** customer-side.md section 9: cookies are kept for 365 days. */
const SESSION_SECONDS = 365 * 24 * 3600
/** The cookie is sent to nothing but the routes that need it. */
export const COOKIE_PATH = '/api/auth'

/** `provedAt`: when the person last gave a password or a factor; it outlives the session's rotation. */
export type OpenSession = {
  id: string
  /** The same for all sessions that replaced each other in one browser; ID tokens carry it as `sid`. */
  familyId: string
  userId: string
  createdAt: Date
  expiresAt: Date
  provedAt: Date
}
type Whose = Pick<OpenSession, 'userId' | 'provedAt' | 'familyId'>

/** Cookie sessions. Each function takes the request's headers; what it wants set in the browser comes back as `set-cookie` lines. */
export type Sessions = {
  open: (whose: Whose, headers: Headers) => Promise<string[]>
  /** The running session of a request; undefined without a cookie, with a forged one, or when it has ended. */
  read: (headers: Headers) => Promise<OpenSession | undefined>
  /** Ends the session of a request with all of its family. @returns what to set in the browser, and the family that ended. */
  close: (headers: Headers) => Promise<{ cookies: string[]; familyId: string | undefined }>
  /** Ends a family of sessions. */
  end: (familyId: string) => Promise<unknown>
  /** Whether a request carries a session cookie at all, good or bad. */
  hasCookie: (headers: Headers) => boolean
}

type Options = { db: Db; now: () => Date; secret: () => string; origin: string }

/** Sessions on better-auth: it makes the tokens, signs the cookies and keeps the rows (docs/decisions/0005-better-auth.md). */
export function createSessions(options: Options): Sessions {
  let made: ReturnType<typeof createEngine> | undefined
  const engine = () => {
    made ??= createEngine(options)
    return made
  }
  const secure = options.origin.startsWith('https:')
  const cookie = `${secure ? '__Secure-' : ''}redoubt.session_token=`
  return {
    async open({ userId, provedAt, familyId }, headers) {
      const body = { userId, provedAt, familyId }
      const answer = await engine().api.openSession({ body, headers, returnHeaders: true })
      return answer.headers.getSetCookie()
    },
    async read(headers) {
      if (!headers.get('cookie')?.includes(cookie)) return undefined
      return (await engine().api.readSession({ headers })) ?? undefined
    },
    async close(headers) {
      const answer = await engine().api.closeSession({ headers, returnHeaders: true })
      const familyId = answer.response ?? undefined
      if (familyId) await deleteFamily(options.db, familyId)
      return { cookies: answer.headers.getSetCookie(), familyId }
    },
    end: familyId => deleteFamily(options.db, familyId),
    hasCookie: headers => headers.get('cookie')?.includes(cookie) ?? false,
  }
}

/** Ends a session with those that it replaced; the database tells every process (0047_session_tokens.sql). */
const deleteFamily = (db: Db, familyId: string) =>
  db
    .deleteFrom('session')
    .where(eb => eb.or([eb('id', '=', familyId), eb('family_id', '=', familyId)]))
    .execute()

const createEngine = ({ db, now, secret, origin }: Options) =>
  betterAuth({
    database: { db, type: 'postgres' },
    secret: secret(),
    baseURL: origin,
    basePath: COOKIE_PATH,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Its own HTTP routes are never mounted, and its limiter counts per process; ours are in api.server.ts.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'redoubt',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { path: COOKIE_PATH, httpOnly: true, sameSite: 'lax' },
      // Only its sessions are used, so its other tables are not there to be checked.
      database: { generateId: () => newId(), validateSchema: false },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    // Without a cookie cache, so that a session that was ended is over at once.
    session: {
      modelName: 'session',
      expiresIn: SESSION_SECONDS,
      cookieCache: { enabled: false },
      additionalFields: {
        provedAt: { type: 'date', fieldName: 'proved_at', required: true },
        familyId: { type: 'string', fieldName: 'family_id', required: false },
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
    plugins: [sessionEndpoints(now)],
  })

/** The table holds hashes: whoever reads it cannot make a cookie of what is there. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const OPENING = z.object({ userId: z.string(), provedAt: z.date(), familyId: z.string() })

/** What we ask of better-auth, as endpoints of its own that no URL leads to; they go by the shop's clock. */
const sessionEndpoints = (now: () => Date) => ({
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
        provedAt: ctx.body.provedAt,
        familyId: ctx.body.familyId,
        userAgent: ctx.headers.get('user-agent')?.slice(0, 300) ?? '',
        ipAddress: '',
      }
      const session = await internalAdapter.createSession(user.id, false, row, true)
      await setSessionCookie(ctx, { session: { ...session, token }, user })
      return true
    }),
    readSession: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async ctx => {
      const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
      const found = token ? await ctx.context.internalAdapter.findSession(hashOf(token)) : null
      if (!found || found.session.expiresAt <= now()) return null
      const { id, userId, createdAt, expiresAt, provedAt, familyId } = found.session
      return { id, familyId: String(familyId ?? id), userId, createdAt, expiresAt, provedAt: provedAt as Date }
    }),
    closeSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async ctx => {
      const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
      const found = token ? await ctx.context.internalAdapter.findSession(hashOf(token)) : null
      deleteSessionCookie(ctx)
      return found ? String(found.session.familyId ?? found.session.id) : null
    }),
  },
})
