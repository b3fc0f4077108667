import { createDecipheriv } from 'node:crypto'
import type { NotNull } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { isSealed, resealAll } from '#platform/secrets/seal.server.ts'

const TOTP = 'authenticator'

/** Seals the secret of an authenticator app. @param owner the user; another user's row cannot open it. */
export const seal = (ctx: Context, text: string, owner: string): string =>
  ctx.seals.seal(text, { purpose: TOTP, owner })

/**
 * Opens a secret sealed by this or an earlier release. @throws when it was changed, belongs to another user, or its sealing secret is
 * unknown.
 */
export const unseal = (ctx: DataContext, sealed: string, owner: string): string =>
  isSealed(sealed) ? ctx.seals.open(sealed, { purpose: TOTP, owner }) : unsealLegacy(ctx, sealed, owner)

const IV_BYTES = 12
const TAG_BYTES = 16

/** The format of releases before 0.6.0: no prefix, and a key derived from the hash key. */
function unsealLegacy(ctx: DataContext, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const key = Buffer.from(ctx.keyedHash('sealing key'), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** Seals authenticator secrets again that a former secret or an earlier release had sealed. */
export async function resealAuthenticators(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('second_factor')
    .select(['user_id as owner', 'secret'])
    .where('type', '=', 'totp')
    .where('secret', 'is not', null)
    .$narrowType<{ secret: NotNull }>()
    .execute()
  await resealAll(
    rows.filter(({ secret }) => !ctx.seals.isCurrent(secret)),
    ({ owner, secret }) => seal(ctx, unseal(ctx, secret, owner), owner),
    // Skips a user who set up another app in between, because the current secret sealed that one.
    (row, secret) =>
      ctx.db
        .updateTable('second_factor')
        .set({ secret })
        .where('user_id', '=', row.owner)
        .where('type', '=', 'totp')
        .where('secret', '=', row.secret)
        .execute(),
  )
}
