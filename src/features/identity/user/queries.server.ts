import { sql } from 'kysely'
import { isSmsStopped } from '#features/notifications/queries/recipients.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import type { Role } from '#kernel/rights.ts'
import { ageOn } from '#kernel/values/clock/age.ts'
import type { Buyer, Profile, User } from './answers.ts'

const isMember = sql<boolean>`is_subscriber(users.id)`
const hasSecondFactor = sql<boolean>`(exists (select from second_factor f where f.user_id = users.id)
  or exists (select from passkey p where p.user_id = users.id))`

/** @param role as stored, where `user` is a shopper. */
const staffOf = (role: string) => ({ isAdmin: role !== 'user', role: role === 'user' ? null : (role as Role) })

/** A user in the form for tokens and screens; undefined when the account is missing or disabled. */
export async function findUser(
  ctx: DataContext,
  userId: string,
): Promise<(User & { hasSecondFactor: boolean }) | undefined> {
  const row = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'role', isMember.as('isSubscriber'), hasSecondFactor.as('hasSecondFactor')])
    .where('id', '=', userId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...row, ...staffOf(row.role) }
}

/** A user as a buyer; undefined without an account. */
export async function findBuyer(ctx: DataContext, userId: string): Promise<Buyer | undefined> {
  const row = await ctx.db
    .selectFrom('users')
    .leftJoin('shipping_address as address', 'address.user_id', 'users.id')
    .select([
      'id',
      'email',
      'name',
      'role',
      'phone',
      'birth_date as birthDate',
      'created_at',
      isMember.as('isSubscriber'),
    ])
    .select(['sms_consent as smsConsent', 'push_consent as pushConsent'])
    .select(['line1', 'line2', 'city', 'state', 'postal_code as postalCode', 'country'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { role, created_at, line1, line2, city, state, postalCode, country, ...user } = row
  return {
    ...user,
    ...staffOf(role),
    age: user.birthDate ? ageOn(user.birthDate, ctx.now()) : null,
    joinDate: created_at.toISOString(),
    // A stored address is complete (0001_identity.sql), so checking one column is enough.
    shippingAddress: line1 ? ({ line1, line2, city, state, postalCode, country } as Buyer['shippingAddress']) : null,
  }
}

/** All data that a user may see about themselves; undefined without an account. */
export async function findProfile(ctx: DataContext, userId: string): Promise<Profile | undefined> {
  const user = await findBuyer(ctx, userId)
  if (!user) return undefined
  const smsStopped = user.phone !== null && (await isSmsStopped(ctx, user.phone))
  // The last release took a consent after STOP, which counts from START on.
  return { ...user, smsConsent: user.smsConsent && !smsStopped, smsStopped }
}

/** False for an account that signs in by codes by e-mail. */
export async function hasPassword(ctx: DataContext, userId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credential')
    .select('id')
    .where('user_id', '=', userId)
    .where('password', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The user of an e-mail address; undefined when the address has no account. */
export async function findUserId(ctx: Context, email: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row?.id
}

/** Names of users, staff and deleted users included. */
export async function readNames(ctx: DataContext, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...userIds, NOBODY])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Named = { name: string; email: string }

/** Names and addresses of shoppers with an enabled account; staff and deleted users are missing. */
export async function readCustomers(ctx: Context, userIds: readonly string[]): Promise<Map<string, Named>> {
  return byId(await namedAmong(ctx, userIds).where('enabled', '=', true).where('role', '=', 'user').execute())
}

/** Names and addresses of users, staff included; deleted users are missing. */
export async function readNamesAndEmails(ctx: Context, userIds: readonly string[]): Promise<Map<string, Named>> {
  return byId(await namedAmong(ctx, userIds).where('deleted_at', 'is', null).execute())
}

const namedAmong = (ctx: Context, userIds: readonly string[]) =>
  ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...userIds, NOBODY])

const byId = (rows: ({ id: string } & Named)[]): Map<string, Named> =>
  new Map(rows.map(({ id, ...user }) => [id, user]))

/** SQL has no empty list, so this id stands for one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The user's identifying data, for features that handle all data about them; undefined without an account. */
export async function findAccount(ctx: DataContext, userId: string) {
  const row = await ctx.db
    .selectFrom('users')
    .select(['id as userId', 'email', 'phone', 'name', 'role', 'offered_role', 'mailbox_unproven'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { offered_role, mailbox_unproven, ...user } = row
  return {
    ...user,
    ...staffOf(row.role),
    offeredRole: offered_role as Role | null,
    isMailboxProven: !mailbox_unproven,
  }
}

/** The account as the owner of personal data. An unproven account owns only its own rows, and none of its address. */
export const dataSubjectOf = ({ userId, email, phone, isMailboxProven }: Account): DataSubject =>
  isMailboxProven ? { userId, email, phone } : { userId, email: null, phone: null }

type Account = { userId: string; email: string; phone: string | null; isMailboxProven: boolean }

/** Whether the account's mailbox is proven. The caller's transaction may have closed the account. */
export async function isMailboxProven(ctx: DataContext, userId: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('users').select('mailbox_unproven').where('id', '=', userId).executeTakeFirst()
  return row !== undefined && !row.mailbox_unproven
}

/**
 * Whether an account exists, and keeps it until the caller's transaction ends: a concurrent deletion waits.
 * @param lock `share` blocks a deletion. A stronger lock also blocks other callers with a stronger lock for the same user.
 */
export async function isStillThere(
  tx: TransactionContext,
  userId: string,
  lock: 'share' | 'no key update' | 'update' = 'share',
): Promise<boolean> {
  const row = await tx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .modifyEnd(sql`for ${sql.raw(lock)}`)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a user is staff, even if this transaction has closed their account. */
export async function isStaff(ctx: DataContext, userId: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  return row !== undefined && row.role !== 'user'
}

/** The ids of accounts deleted since a time. */
export async function listDeletedSince(ctx: Context, since: Date): Promise<string[]> {
  const rows = await ctx.db.selectFrom('users').select('id').where('deleted_at', '>=', since).execute()
  return rows.map(({ id }) => id)
}

/** The account into which an account was merged; undefined for any other. */
export async function findMergedInto(ctx: DataContext, userId: string): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('users').select('merged_into').where('id', '=', userId).executeTakeFirst()
  return row?.merged_into ?? undefined
}

/** Accounts merged since a time, each with the existing account that now holds everything, across chains of merges. */
export async function listMergedSince(ctx: Context, since: Date): Promise<{ from: string; into: DataSubject }[]> {
  const { rows } = await sql<{ from: string } & DataSubject>`
    with recursive step as (
      select id as "from", merged_into as at from users where merged_into is not null and deleted_at >= ${since}
      union
      select step."from", u.merged_into from step join users u on u.id = step.at where u.merged_into is not null
    )
    select step."from", u.id as "userId", case when not u.mailbox_unproven then u.email end as email,
      case when not u.mailbox_unproven then u.phone end as phone from step join users u on u.id = step.at
    where u.deleted_at is null order by step."from"`.execute(ctx.db)
  return rows.map(({ from, ...into }) => ({ from, into }))
}

/** What staff see of a user's sign-in methods and referrer; undefined without an account. */
export async function findAccess(ctx: Context, userId: string) {
  const { rows } = await sql<{
    updatedAt: Date
    version: number
    emailVerified: boolean
    sessions: number
    lastSignInAt: Date | null
    hasSecondFactor: boolean
    hasPassword: boolean
    passwordDemand: 'new-password' | 'reset' | null
    referralCode: string | null
  }>`
    select updated_at as "updatedAt", version, email_verified and not mailbox_unproven as "emailVerified", ${hasSecondFactor} as "hasSecondFactor",
      (select count(*)::int from session s where s.user_id = users.id and s.expires_at > ${ctx.now()}) as sessions,
      (select max(s.created_at) from session s where s.user_id = users.id) as "lastSignInAt",
      exists (select from credential c where c.user_id = users.id and c.password is not null) as "hasPassword",
      (select c.demands from credential c where c.user_id = users.id and c.provider_id = 'credential') as "passwordDemand",
      (select r.code from referral_code r where r.user_id = users.id) as "referralCode"
    from users where id = ${userId} and deleted_at is null`.execute(ctx.db)
  return rows[0]
}

/** The number of staff notes about a user. */
export async function readUserNoteCount(ctx: Context, userId: string): Promise<number> {
  const notes = ctx.db.selectFrom('user_note').where('user_id', '=', userId)
  return (await notes.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** The latest staff notes about a user, newest first. */
export async function listUserNotes(ctx: Context, userId: string, limit: number) {
  const rows = await ctx.db
    .selectFrom('user_note as n')
    .leftJoin('users as author', 'author.id', 'n.author_id')
    .select(['n.id', 'n.note', 'n.created_at', 'author.name'])
    .where('n.user_id', '=', userId)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, note, created_at, name }) => ({ id, note, by: name ?? '', at: created_at.toISOString() }))
}

/** The number of owners, and how many of those who can sign in have a second factor. */
export async function readOwnerCounts({ db }: Pick<Context, 'db'>): Promise<{ owners: number; secured: number }> {
  const { rows } = await sql<{ owners: number; secured: number }>`
    select count(*)::int as owners, count(*) filter (where enabled and ${hasSecondFactor})::int as secured
    from users where role = 'owner'`.execute(db)
  return rows[0]!
}
