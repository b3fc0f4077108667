import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#adapters/context.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Role } from '#platform/rights.ts'
import { createRevocations, type Revocations } from './revocations.server.ts'

/** api.md: a signed JWT, 60 minutes; running ones stop working when their session ends or their user's rights change. */
export const TOKEN_SECONDS = 3600
const ISSUER = 'redoubt'

type User = NonNullable<Actor>

/** A token that was good when it was read; long-running work asks it again. */
export type RunningToken = {
  user: User
  isRevoked: () => boolean
  /** False once it is revoked or has expired. */
  isRunning: () => boolean
}

export type IdTokens = {
  /** @param endsAt when the session of the token ends, if that is sooner than the token would. */
  issue: (user: User, endsAt?: Date) => Promise<{ idToken: string; expiresAt: string }>
  /** @throws NotAuthorizedException for a token that is forged, expired or revoked. */
  read: (token: string) => Promise<RunningToken>
  /** Who a token speaks for. @throws as `read`. */
  verify: (token: string) => Promise<User>
  /** The public keys, as served at `/api/auth/jwks`. */
  jwks: () => { keys: JWK[] }
  revocations: Revocations
  start: () => Promise<void>
  stop: () => void
}

type Verified = { user: User; issuedAt: number; expiresAt: number }

/** Who a token of ours speaks for; its signature is checked already. */
function userIn(payload: JWTPayload): User {
  const { sub, email, name, isAdmin, role, isSubscriber, hasSecondFactor, auth_time, sid } = payload
  return {
    userId: String(sub),
    email: String(email),
    name: String(name),
    isAdmin: isAdmin === true,
    role: (role ?? null) as Role | null,
    isSubscriber: isSubscriber === true,
    hasSecondFactor: hasSecondFactor === true,
    ...(typeof auth_time === 'number' && { provedAt: new Date(auth_time * 1000) }),
    ...(typeof sid === 'string' && { sessionId: sid }),
  }
}

/**
 * ID tokens signed with ES256 by a key in the database, so every process signs and checks with the same one.
 * @param options.rereadMs how often revocations are read again, should a signal be lost.
 */
export function createIdTokens(pool: Pool, now: () => Date, options: { rereadMs?: number } = {}): IdTokens {
  const verified = new LRUCache<string, Verified>({ max: 20_000 })
  const revocations = createRevocations({ pool, now, tokenSeconds: TOKEN_SECONDS, ...options })
  let keys: JWK[] = []
  let signing: { kid: string; key: CryptoKey } | undefined
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined

  async function loadKeys() {
    const pair = await generateKeyPair('ES256', { extractable: true })
    const kid = crypto.randomUUID()
    await pool.query(
      `insert into signing_key (kid, private_jwk, public_jwk) select $1, $2, $3 where not exists (select from signing_key)`,
      [kid, await exportJWK(pair.privateKey), { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' }],
    )
    // Two processes may both have made the first key; the oldest signs for all of them.
    const { rows } = await pool.query<{ kid: string; private_jwk: JWK; public_jwk: JWK }>(
      'select kid, private_jwk, public_jwk from signing_key order by created_at, kid',
    )
    keys = rows.map(row => row.public_jwk)
    keySet = createLocalJWKSet({ keys })
    signing = { kid: rows[0]!.kid, key: (await importJWK(rows[0]!.private_jwk, 'ES256')) as CryptoKey }
  }

  async function check(token: string): Promise<Verified> {
    if (!keySet) throw new Error('ID tokens are used before start()')
    const options = { issuer: ISSUER, algorithms: ['ES256'], currentDate: now() }
    const { payload } = await jwtVerify(token, keySet, options).catch(() => {
      throw refuse('NotAuthorizedException')
    })
    return {
      user: userIn(payload),
      issuedAt: Number(payload.iat_ms ?? payload.iat! * 1000),
      expiresAt: payload.exp! * 1000,
    }
  }

  async function read(token: string): Promise<RunningToken> {
    const known = verified.get(token) ?? (await check(token))
    verified.set(token, known)
    const { user, issuedAt, expiresAt } = known
    const isRevoked = () => revocations.isRevoked({ userId: user.userId, sessionId: user.sessionId, issuedAt })
    const isRunning = () => expiresAt > now().getTime() && !isRevoked()
    if (!isRunning()) throw refuse('NotAuthorizedException')
    return { user, isRevoked, isRunning }
  }

  return {
    async issue(user, endsAt) {
      if (!signing) throw new Error('ID tokens are used before start()')
      const issuedAt = now().getTime()
      const expires = Math.floor(
        Math.min(issuedAt + TOKEN_SECONDS * 1000, +(endsAt ?? Number.POSITIVE_INFINITY)) / 1000,
      )
      const { userId, provedAt, sessionId, ...claims } = user
      // The names that OpenID Connect gives them.
      const proof = provedAt && { auth_time: Math.floor(provedAt.getTime() / 1000) }
      const session = sessionId !== undefined && { sid: sessionId }
      const idToken = await new SignJWT({ ...claims, ...proof, ...session, iat_ms: issuedAt })
        .setProtectedHeader({ alg: 'ES256', kid: signing.kid })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setExpirationTime(expires)
        .sign(signing.key)
      return { idToken, expiresAt: new Date(expires * 1000).toISOString() }
    },
    read,
    verify: async token => (await read(token)).user,
    jwks: () => ({ keys }),
    revocations,
    async start() {
      await loadKeys()
      await revocations.start()
    },
    stop: revocations.stop,
  }
}
