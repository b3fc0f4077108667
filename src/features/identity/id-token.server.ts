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

/** api.md: a signed JWT, 60 minutes; running ones stop working within a minute of being revoked. */
export const TOKEN_SECONDS = 3600
const REVOCATIONS_EVERY_MS = 15_000
const ISSUER = 'redoubt'

type User = NonNullable<Actor>
export type IdTokens = {
  issue: (user: User) => Promise<{ idToken: string; expiresAt: string }>
  /** Who a token speaks for. @throws NotAuthorizedException for one that is forged, expired or revoked. */
  verify: (token: string) => Promise<User>
  /** The public keys, as served at `/api/auth/jwks`. */
  jwks: () => { keys: JWK[] }
  /** Voids what was issued up to this moment, at once in this process; the others hear of it by a signal or read it within seconds. */
  revoke: (userId: string, until: Date) => void
  start: () => Promise<void>
  stop: () => void
}

type Verified = { user: User; issuedAt: number; expiresAt: number }

/** Who a token of ours speaks for; its signature is checked already. */
function userIn(payload: JWTPayload): User {
  const { sub, email, name, isAdmin, role, isSubscriber, hasSecondFactor, auth_time } = payload
  return {
    userId: String(sub),
    email: String(email),
    name: String(name),
    isAdmin: isAdmin === true,
    role: (role ?? null) as Role | null,
    isSubscriber: isSubscriber === true,
    hasSecondFactor: hasSecondFactor === true,
    ...(typeof auth_time === 'number' && { provedAt: new Date(auth_time * 1000) }),
  }
}

/** ID tokens signed with ES256 by a key in the database, so every process signs and checks with the same one. */
export function createIdTokens(pool: Pool, now: () => Date): IdTokens {
  const verified = new LRUCache<string, Verified>({ max: 20_000 })
  const revoked = new Map<string, number>()
  let keys: JWK[] = []
  let signing: { kid: string; key: CryptoKey } | undefined
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined
  let timer: NodeJS.Timeout | undefined

  async function loadKeys() {
    const pair = await generateKeyPair('ES256', { extractable: true })
    const kid = crypto.randomUUID()
    await pool.query(
      `insert into signing_key (kid, private_jwk, public_jwk) select $1, $2, $3 where not exists (select from signing_key)`,
      [kid, await exportJWK(pair.privateKey), { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' }],
    )
    // Two processes may both have made the first key; the oldest signs for all of them.
    const { rows } = await pool.query<{ kid: string; private_jwk: JWK; public_jwk: JWK }>(
      'select * from signing_key order by created_at, kid',
    )
    keys = rows.map(row => row.public_jwk)
    keySet = createLocalJWKSet({ keys })
    signing = { kid: rows[0]!.kid, key: (await importJWK(rows[0]!.private_jwk, 'ES256')) as CryptoKey }
  }

  async function loadRevocations() {
    const since = new Date(now().getTime() - (TOKEN_SECONDS + 60) * 1000)
    const { rows } = await pool.query<{ user_id: string; revoked_before: Date }>(
      'select user_id, revoked_before from token_revocation where revoked_before > $1',
      [since],
    )
    for (const row of rows) revoked.set(row.user_id, row.revoked_before.getTime())
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

  return {
    async issue(user) {
      if (!signing) throw new Error('ID tokens are used before start()')
      const issuedAt = now().getTime()
      const expires = Math.floor(issuedAt / 1000) + TOKEN_SECONDS
      const { userId, provedAt, ...claims } = user
      // The name that OpenID Connect gives it.
      const proof = provedAt && { auth_time: Math.floor(provedAt.getTime() / 1000) }
      const idToken = await new SignJWT({ ...claims, ...proof, iat_ms: issuedAt })
        .setProtectedHeader({ alg: 'ES256', kid: signing.kid })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setExpirationTime(expires)
        .sign(signing.key)
      return { idToken, expiresAt: new Date(expires * 1000).toISOString() }
    },
    async verify(token) {
      const known = verified.get(token) ?? (await check(token))
      verified.set(token, known)
      const voidUntil = revoked.get(known.user.userId) ?? 0
      if (known.expiresAt <= now().getTime() || known.issuedAt <= voidUntil) throw refuse('NotAuthorizedException')
      return known.user
    },
    jwks: () => ({ keys }),
    revoke: (userId, until) => void revoked.set(userId, until.getTime()),
    async start() {
      await loadKeys()
      await loadRevocations()
      timer = setInterval(() => void loadRevocations().catch(() => {}), REVOCATIONS_EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
