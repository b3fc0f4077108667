import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import type { Assertion, Attestation, PasskeyRequest } from './contract.ts'

/**
 * A passkey counts as two factors: the device, and its PIN, fingerprint or face. User verification is required, because a passkey alone
 * signs a user in.
 */
const VERIFICATION = 'required'
const TIMEOUT_MS = 180_000
/**
 * EdDSA, ES256, RS256 (COSE): every authenticator supports one of them. The library's default list depends on experimental features of
 * Node.
 */
const ALGORITHMS = [-8, -7, -257]

const domainOf = (origin: string) => new URL(origin).hostname

const PASSKEY_COLUMNS = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'last_used_at',
] as const

/** A user's passkeys, oldest first. */
export const listPasskeys = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('passkey')
    .select(PASSKEY_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/**
 * The request to create a passkey that works without a typed user name.
 * @param origin of the calling page; the passkey is bound to its domain.
 */
export async function creationOptions(ctx: Context, user: { id: string; email: string; name: string }, origin: string) {
  const known = await listPasskeys(ctx, user.id)
  return generateRegistrationOptions({
    rpName: ctx.settings.brand.name,
    rpID: domainOf(origin),
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: VERIFICATION },
  })
}

/** @param userId the user whose passkeys may answer; undefined lets the browser offer all its passkeys for this shop. */
export async function requestOptions(
  ctx: Context,
  userId: string | undefined,
  origin: string,
): Promise<PasskeyRequest> {
  const known = userId ? await listPasskeys(ctx, userId) : []
  const options = await generateAuthenticationOptions({
    rpID: domainOf(origin),
    timeout: TIMEOUT_MS,
    userVerification: VERIFICATION,
    ...(userId
      ? { allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })) }
      : {}),
  })
  return options as PasskeyRequest
}

type Expected = { nonce: string; origin: string }

const inThisShop = ({ nonce, origin }: Expected) => ({
  expectedChallenge: nonce,
  expectedOrigin: origin,
  expectedRPID: domainOf(origin),
  requireUserVerification: true,
})

/** The new passkey, if the authenticator's answer is valid; else undefined. */
export async function checkAttestation(ctx: Context, answer: Attestation, expected: Expected) {
  const { registrationInfo } = await runCostly(ctx, 'signatures', () =>
    verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      ...inThisShop(expected),
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => ({ registrationInfo: undefined })),
  )
  return registrationInfo?.credential
}

/** The passkey that answered and its user, if the answer is valid; else undefined. The caller uses up the nonce and calls `countPasskeySignIn`. */
export async function checkAssertion(ctx: Context, answer: Assertion, expected: Expected) {
  const passkey = await ctx.db
    .selectFrom('passkey')
    .select(PASSKEY_COLUMNS)
    .where('credential_id', '=', answer.id)
    .executeTakeFirst()
  if (!passkey) return undefined
  const { verified, authenticationInfo } = await runCostly(ctx, 'signatures', () =>
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      ...inThisShop(expected),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
    }).catch(() => ({ verified: false, authenticationInfo: undefined })),
  )
  if (!verified || !authenticationInfo) return undefined
  return { id: passkey.id, userId: passkey.user_id, counter: authenticationInfo.newCounter }
}

/** Records a use; false when the passkey is gone, or when its counter is in use and did not rise. */
export async function countPasskeySignIn(
  ctx: DataContext,
  { id, counter }: { id: string; counter: number },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkey')
    .set({ counter, last_used_at: ctx.now() })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
