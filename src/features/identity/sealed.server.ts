import { createDecipheriv } from 'node:crypto'
import type { NotNull } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { isSealed, resealAll } from '#platform/seal.server.ts'

const TOTP = 'authenticator'

/** Seals the secret of an authenticator app. @param owner the user: in another user's row it does not open. */
export const seal = (ctx: Context, text: string, owner: string): string =>
  ctx.seals.seal(text, { purpose: TOTP, owner })

/** Reads what `seal` wrote, now or in a release before. @throws when it was changed, is another user's, or its secret is unknown. */
export const unseal = (ctx: Context, sealed: string, owner: string): string =>
  isSealed(sealed) ? ctx.seals.open(sealed, { purpose: TOTP, owner }) : unsealLegacy(ctx, sealed, owner)

const IV_BYTES = 12
const TAG_BYTES = 16

/** The form before 0051: no prefix, and a key of the hash key. */
function unsealLegacy(ctx: Context, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const key = Buffer.from(ctx.keyedHash('sealing key'), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** Seals the secrets of authenticator apps by the current secret, where a former one or a release before sealed them. */
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
    // Lost to a person who set up another app in between: that one is sealed by the current secret.
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
