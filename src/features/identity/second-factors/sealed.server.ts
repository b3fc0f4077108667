import type { NotNull } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { resealAll } from '#platform/secrets/seal.server.ts'

const TOTP = 'authenticator'

/** Seals the secret of an authenticator app. @param owner the user; another user's row cannot open it. */
export const seal = (ctx: Context, text: string, owner: string): string =>
  ctx.seals.seal(text, { purpose: TOTP, owner })

/** Opens a sealed secret. @throws when it was changed, belongs to another user, or its sealing secret is unknown. */
export const unseal = (ctx: DataContext, sealed: string, owner: string): string =>
  ctx.seals.open(sealed, { purpose: TOTP, owner })

/** Seals authenticator secrets again that a former secret had sealed. */
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
