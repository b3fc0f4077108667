import { decodeProtectedHeader, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#kernel/context.ts'
import type { Role } from '#kernel/rights.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Seals } from '#platform/secrets/seal.server.ts'
import { createRevocations, type Revocations } from './revocations.server.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.server.ts'

/** A signed JWT of 60 minutes; it is void earlier when its session ends or its user's rights change. */
export const TOKEN_SECONDS = 3600
const ISSUER = 'redoubt'
const AUDIENCE = 'redoubt-api'
const TYPE = 'JWT'
/** Maximum clock difference between two processes. */
const SKEW_SECONDS = 10

type User = NonNullable<Actor>

/** A verified token; long-running work checks it again. */
export type RunningToken = {
  user: User
  isRevoked: () => boolean
  /** False once it is revoked or has expired. */
  isRunning: () => boolean
}

export type IdTokens = {
  /** @param endsAt the end of the token's session, if that is before the token's own expiry. */
  issue: (user: User, endsAt?: Date) => Promise<{ idToken: string; expiresAt: string }>
  /** @throws NotAuthorizedException for a token that is forged, expired or revoked. */
  read: (token: string) => Promise<RunningToken>
  /** The user of a token. @throws as `read`. */
  verify: (token: string) => Promise<User>
  /** The public keys, as served at `/api/auth/jwks`. */
  jwks: () => { keys: JWK[] }
  revocations: Revocations
  signingKeys: SigningKeys
  start: () => Promise<void>
  stop: () => void
}

/** Claims of a token with a verified signature. */
type Verified = { user: User; issuedAt: number; expiresAt: number; kid: string | undefined }

/** The user of a token whose signature is already verified. */
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
    ...(typeof auth_time === 'number' && { authenticatedAt: new Date(auth_time * 1000) }),
    ...(typeof sid === 'string' && { sessionId: sid }),
  }
}

type Options = {
  pool: Pool
  now: () => Date
  seals: Seals
  /** Interval at which revocations are read again, in case a signal is lost. */
  rereadMs?: number
}

/** ID tokens signed with ES256. All processes sign and verify with one sealed key from the database. */
export function createIdTokens({ pool, now, seals, rereadMs }: Options): IdTokens {
  const verified = new LRUCache<string, Verified>({ max: 20_000 })
  const revocations = createRevocations({ pool, now, tokenSeconds: TOKEN_SECONDS, rereadMs })
  const signingKeys = createSigningKeys({ pool, now, seals })

  async function check(token: string): Promise<Verified> {
    const { payload, kid } = await verifySignature(token).catch(() => {
      throw refuse('NotAuthorizedException')
    })
    // The shop's tokens live an hour at most, so a longer life means a forged token.
    if (payload.exp! - payload.iat! > TOKEN_SECONDS) throw refuse('NotAuthorizedException')
    return {
      kid,
      user: userIn(payload),
      issuedAt: Number(payload.iat_ms ?? payload.iat! * 1000),
      expiresAt: payload.exp! * 1000,
    }
  }

  /** @throws for a wrong signature, issuer, audience or type, and for a token that is expired or from the future. */
  async function verifySignature(token: string) {
    const { kid } = decodeProtectedHeader(token)
    const { payload } = await jwtVerify(token, signingKeys.find, {
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      algorithms: ['ES256'],
      currentDate: now(),
      maxTokenAge: TOKEN_SECONDS,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    return { payload, kid }
  }

  async function read(token: string): Promise<RunningToken> {
    const kept = verified.get(token)
    // A withdrawn key also voids tokens that were verified before.
    const known = kept && signingKeys.has(kept.kid) ? kept : await check(token)
    verified.set(token, known)
    const { user, issuedAt, expiresAt } = known
    const owner = { userId: user.userId, sessionId: user.sessionId, issuedAt }
    const isRevoked = () => !signingKeys.has(known.kid) || revocations.isRevoked(owner)
    const isRunning = () => expiresAt > now().getTime() && !isRevoked()
    if (!isRunning()) throw refuse('NotAuthorizedException')
    return { user, isRevoked, isRunning }
  }

  return {
    async issue(user, endsAt) {
      const signing = signingKeys.current()
      const issuedAt = now().getTime()
      const expires = Math.floor(
        Math.min(issuedAt + TOKEN_SECONDS * 1000, +(endsAt ?? Number.POSITIVE_INFINITY)) / 1000,
      )
      const { userId, authenticatedAt, sessionId, ...claims } = user
      // The claim names of OpenID Connect.
      const authTime = authenticatedAt && { auth_time: Math.floor(authenticatedAt.getTime() / 1000) }
      const session = sessionId !== undefined && { sid: sessionId }
      const idToken = await new SignJWT({ ...claims, ...authTime, ...session, iat_ms: issuedAt })
        .setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setExpirationTime(expires)
        .sign(signing.key)
      return { idToken, expiresAt: new Date(expires * 1000).toISOString() }
    },
    read,
    verify: async token => (await read(token)).user,
    jwks: () => ({ keys: signingKeys.publicKeys() }),
    revocations,
    signingKeys,
    async start() {
      await signingKeys.start()
      await revocations.start()
    },
    stop() {
      signingKeys.stop()
      revocations.stop()
    },
  }
}
