import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { voidTokens } from '../../sessions/commands/revoke.server.ts'

/**
 * Fills the gaps of one of two accounts of a user from the other (phone, birth date, address, referral code,
 * referrer). Values that both have stay. Staff notes move. Users referred by the other code count for this one. The account's tokens are
 * void, because its rights may have changed.
 */
export async function mergeIdentities(tx: TransactionContext, from: DataSubject, into: DataSubject) {
  const { db } = tx
  await sql`
    update users i set phone = coalesce(i.phone, f.phone), birth_date = coalesce(i.birth_date, f.birth_date), updated_at = ${tx.now()}
    from users f where i.id = ${into.userId} and f.id = ${from.userId}`.execute(db)
  const { countries } = tx.settings.shipping
  await sql`
    insert into shipping_address (user_id, line1, line2, city, state, postal_code, country, updated_at)
    select ${into.userId}, line1, line2, city, state, postal_code, country, ${tx.now()}
    from shipping_address where user_id = ${from.userId} and country = any(${[...countries]}::text[]) on conflict do nothing`.execute(
    db,
  )
  await sql`update saved_address set user_id = ${into.userId} where user_id = ${from.userId}`.execute(db)
  await sql`update user_note set user_id = ${into.userId} where user_id = ${from.userId}`.execute(db)
  await mergeReferrals(tx, from, into)
  await voidTokens(tx, into.userId)
}

/** The account's own address, also while its mailbox is unproven, because the claim belongs to the account. */
const addressOf = ({ userId }: DataSubject) => sql<string>`(select email from users where id = ${userId})`

async function mergeReferrals({ db }: DataContext, from: DataSubject, into: DataSubject): Promise<void> {
  await sql`
    update referral_code set user_id = ${into.userId} where user_id = ${from.userId}
      and not exists (select from referral_code where user_id = ${into.userId})`.execute(db)
  await sql`
    update referral set code = (select code from referral_code where user_id = ${into.userId})
    where code = (select code from referral_code where user_id = ${from.userId})`.execute(db)
  await sql`
    update referral set email = ${addressOf(into)} where email = ${addressOf(from)}
      and not exists (select from referral where email = ${addressOf(into)})`.execute(db)
  // A user cannot be their own referrer.
  await sql`
    update referral set code = null where email = ${addressOf(into)}
      and code = (select code from referral_code where user_id = ${into.userId})`.execute(db)
}

/** Records on a closed account which account it was merged into. */
export const markMerged = (tx: TransactionContext, { from, into }: { from: string; into: string }) =>
  tx.db.updateTable('users').set({ merged_into: into }).where('id', '=', from).execute()
