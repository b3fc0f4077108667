import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import type { Person } from '#adapters/personal-data.ts'
import type { Revoked } from '../revocations.server.ts'
import { voidTokens } from './revoke.server.ts'

/**
 * Fills the gaps of one of two accounts of a person from the other (phone, birth date, address, referral code, referrer), in the caller's
 * transaction. Values that both have stay. Staff notes move. Users referred by the other code count for this one. The account's tokens are
 * void, because its rights may have changed.
 */
export async function mergeIdentities(
  ctx: Context,
  from: Person,
  into: Person,
  afterwards: (work: () => void) => void,
) {
  const { db } = ctx
  await sql`
    update users i set phone = coalesce(i.phone, f.phone), birth_date = coalesce(i.birth_date, f.birth_date), updated_at = ${ctx.now()}
    from users f where i.id = ${into.userId} and f.id = ${from.userId}`.execute(db)
  await sql`
    insert into shipping_address (user_id, line1, line2, city, state, postal_code, country, updated_at)
    select ${into.userId}, line1, line2, city, state, postal_code, country, ${ctx.now()}
    from shipping_address where user_id = ${from.userId} on conflict do nothing`.execute(db)
  await sql`update user_note set user_id = ${into.userId} where user_id = ${from.userId}`.execute(db)
  await mergeReferrals(ctx, from, into)
  const before = await voidTokens(ctx, into.userId)
  const revoked: Revoked = { userId: into.userId, before: before.toISOString() }
  afterwards(() => ctx.signals.publish('revoked', revoked))
}

async function mergeReferrals({ db }: Context, from: Person, into: Person): Promise<void> {
  await sql`
    update referral_code set user_id = ${into.userId} where user_id = ${from.userId}
      and not exists (select from referral_code where user_id = ${into.userId})`.execute(db)
  await sql`
    update referral set code = (select code from referral_code where user_id = ${into.userId})
    where code = (select code from referral_code where user_id = ${from.userId})`.execute(db)
  await sql`
    update referral set email = ${into.email} where email = ${from.email}
      and not exists (select from referral where email = ${into.email})`.execute(db)
  // A user cannot be their own referrer.
  await sql`
    update referral set code = null where email = ${into.email}
      and code = (select code from referral_code where user_id = ${into.userId})`.execute(db)
}

/** Records on a closed account which account it was merged into, in the caller's transaction. */
export const markMerged = (ctx: Context, { from, into }: { from: string; into: string }) =>
  ctx.db.updateTable('users').set({ merged_into: into }).where('id', '=', from).execute()
