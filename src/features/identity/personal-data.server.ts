import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { DataSubject, PersonalData } from '#kernel/personal-data.ts'
import { refuse } from '#platform/errors.ts'
import { listAddresses } from './address-book/queries.server.ts'
import { voidTokens } from './sessions/commands/revoke.server.ts'
import { findProfile } from './user/queries.server.ts'
import { subjectOfEmail } from './verification-codes/verification-codes.server.ts'

/** Tables with rows of the account, each under the user's id. */
const TABLES = [
  'shipping_address',
  'saved_address',
  'credential',
  'session',
  'second_factor',
  'passkey',
  'factor_enrolment',
  'recovery_code',
  'sign_in_challenge',
  'confirmed_registration',
  'referral_code',
  'user_note',
] as const

/** The user's row stays as a nameless pseudonym for the ledger, orders and draws. All its other data is removed. */
export const identityData: PersonalData = {
  tables: [...TABLES, 'users', 'registration', 'referral', 'token_revocation', 'verification_code'],
  async exportOf(ctx, { userId }) {
    const { db } = ctx
    const [profile, addresses, sessions, factors, passkeys, code, brought] = await Promise.all([
      findProfile(ctx, userId),
      listAddresses(ctx, userId),
      db
        .selectFrom('session')
        .select(['user_agent as userAgent', 'ip_address as networkAddress', 'created_at as createdAt'])
        .select('expires_at as expiresAt')
        .where('user_id', '=', userId)
        .execute(),
      db
        .selectFrom('second_factor')
        .select(['type', 'phone', 'created_at as since'])
        .where('user_id', '=', userId)
        .execute(),
      db.selectFrom('passkey').select(['name', 'created_at as since']).where('user_id', '=', userId).execute(),
      db.selectFrom('referral_code').select('code').where('user_id', '=', userId).executeTakeFirst(),
      db
        .selectFrom('referral')
        .select(['code', 'created_at as at'])
        .where('email', '=', addressOf(ctx, userId))
        .executeTakeFirst(),
    ])
    const referral = { ownCode: code?.code ?? null, broughtBy: brought ?? null }
    return { profile, addresses, sessions, secondFactors: factors, passkeys, referral }
  },
  // An unproven account may be another person's, who made it for nothing. Its orders count, because their mark is kept without a proof.
  listOnceMarks: async (_, { mailbox, isMailboxProven }) =>
    isMailboxProven ? [{ kind: 'account', of: [mailbox] }] : [],
  async erase(tx, subject) {
    // The claim of the account's own registration or of its user.
    await tx.db.deleteFrom('referral').where('email', '=', addressOf(tx, subject.userId)).execute()
    await makeNameless(tx, subject)
    await deleteCodes(tx, subject)
    for (const table of TABLES) await tx.db.deleteFrom(table).where('user_id', '=', subject.userId).execute()
    if (subject.email) await tx.db.deleteFrom('registration').where('email', '=', subject.email).execute()
    await voidTokens(tx, subject.userId)
  },
}

const addressOf = ({ db }: DataContext, userId: string) =>
  db.selectFrom('users').select('email').where('id', '=', userId)

/** Codes belong to their subject: a registration, a sign-in, an enrolment, the user, or the address alone. */
const deleteCodes = (ctx: DataContext, { userId, email }: DataSubject) =>
  sql`
    delete from verification_code where subject_id in (${email ? subjectOfEmail(ctx, email) : userId}, ${userId})
      or subject_id in (select id from registration where email = ${email})
      or subject_id in (select id from sign_in_challenge where user_id = ${userId})
      or subject_id in (select id from factor_enrolment where user_id = ${userId})`.execute(ctx.db)

/** Frees the address for a new account. @throws not_found when the account was deleted concurrently. */
async function makeNameless(ctx: DataContext, { userId }: DataSubject): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set email = ${`deleted-${userId}@redoubt.invalid`}, name = 'Former customer', image = null, phone = null,
      birth_date = null, email_verified = false, enabled = false, offered_role = null, made_by_registration = null, registering_session = null, sms_consent = false, push_consent = false,
      deleted_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where id = ${userId} and deleted_at is null`.execute(ctx.db)
  if (numAffectedRows !== 1n) throw refuse('not_found')
}
