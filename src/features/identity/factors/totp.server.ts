import { Secret, TOTP } from 'otpauth'
import type { Context, DataContext } from '#kernel/context.ts'
import { resealColumn } from '#platform/secrets/reseal-column.server.ts'
import type { SealLabel } from '#platform/secrets/seal.server.ts'

/** RFC 6238 with the parameters of all authenticator apps: SHA-1, 6 digits, 30 seconds; 20 random bytes as in RFC 4226. */
const SECRET_BYTES = 20
/** Accepted steps before and after now, for wrong clocks and slow typing. */
const WINDOW = 1

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The otpauth URI for an authenticator app. @param issuer the shop's name, without colons: apps read one as the end of the issuer */
export const uriOf = (issuer: string, secret: string, email: string): string =>
  new TOTP({ issuer: issuer.replaceAll(':', ' ').replaceAll(/ {2,}/g, ' ').trim(), label: email, secret }).toString()

/**
 * The time step of a code; null when no step around now matches.
 * The caller must accept each step once, and none before it.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? null : TOTP.counter({ timestamp }) + delta
}

/**
 * Whether a code is the current one of the user's authenticator app. A right code is used up: neither it nor an older one is accepted again
 * in any challenge (RFC 6238 section 5.2).
 */
export async function takeTotp(ctx: DataContext, userId: string, code: string): Promise<boolean> {
  const factor = await ctx.db
    .selectFrom('second_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .where('type', '=', 'totp')
    .executeTakeFirst()
  const step = factor && stepOf(unseal(ctx, factor.secret!, userId), code, ctx.now())
  if (step === undefined || step === null) return false
  const { numUpdatedRows } = await ctx.db
    .updateTable('second_factor')
    .set({ last_step: step, last_used_at: ctx.now() })
    .where('user_id', '=', userId)
    .where('type', '=', 'totp')
    .where(eb => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const labelOf = (owner: string): SealLabel => ({ purpose: 'authenticator', owner })

/** Seals the secret of an authenticator app. @param owner the user; another user's row cannot open it. */
export const seal = (ctx: Context, text: string, owner: string): string => ctx.seals.seal(text, labelOf(owner))

/** Opens a sealed secret. @throws when it was changed, belongs to another user, or its sealing secret is unknown. */
export const unseal = (ctx: DataContext, sealed: string, owner: string): string =>
  ctx.seals.open(sealed, labelOf(owner))

/** Seals authenticator secrets again that a former secret had sealed. */
export const resealAuthenticators = (ctx: Context): Promise<void> =>
  resealColumn(ctx, { table: 'second_factor', owner: 'user_id', column: 'secret', labelOf })
