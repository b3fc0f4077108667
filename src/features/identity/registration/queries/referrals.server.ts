import { sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { isKept } from '#kernel/once/marks.server.ts'

type ReferralOwner = {
  code: string
  userId: string
  email: string
  /** The code is the caller's own, also through another address of their mailbox. */
  isOwn: boolean
}

/**
 * The owners of referral codes. Codes of disabled or deleted accounts have no owner.
 * @param codes in capitals.
 */
export async function readReferralOwners(
  ctx: DataContext,
  codes: readonly string[],
): Promise<Map<string, ReferralOwner>> {
  if (codes.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('referral_code as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.code', 'u.id as userId', 'u.email'])
    .select(
      sql<boolean>`coalesce(mailbox_of(u.email) = (select mailbox_of(me.email) from users me where me.id = ${ctx.actor?.userId ?? null}::uuid), false)`.as(
        'isOwn',
      ),
    )
    .where('r.code', 'in', [...codes])
    .where('u.enabled', '=', true)
    .execute()
  const others = rows.filter(({ isOwn }) => !isOwn).map(({ userId }) => userId)
  const former = ctx.actor
    ? await readFormerOwners(ctx, others, await readMailboxOfUser(ctx, ctx.actor.userId))
    : new Set()
  return new Map(rows.map(row => [row.code, { ...row, isOwn: row.isOwn || former.has(row.userId) }]))
}

/** Users into whose account an account of this mailbox was merged. Their referral codes belong to the mailbox. */
export async function readFormerOwners(
  ctx: DataContext,
  userIds: readonly string[],
  mailbox: string,
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string; owner: string }>`
    with recursive closed as (
      select id, merged_into as owner from users where merged_into = any(${[...userIds]}::uuid[])
      union select u.id, c.owner from closed c join users u on u.merged_into = c.id
    )
    select id, owner from closed`.execute(ctx.db)
  if (rows.length === 0) return new Set()
  const each = rows.map(
    ({ id, owner }) => sql`select ${owner}::text as owner where ${isKept(ctx, 'merged', [mailbox, id])}`,
  )
  const found = await sql<{ owner: string }>`${sql.join(each, sql` union `)}`.execute(ctx.db)
  return new Set(found.rows.map(({ owner }) => owner))
}

/** The referrer of a user; undefined without one, or when the referrer was deleted. */
export async function findReferrer(ctx: DataContext, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select owner.id as "userId" from users u
    join referral r on r.email = u.email
    join referral_code c on c.code = r.code
    join users owner on owner.id = c.user_id and owner.enabled
    where u.id = ${userId} and mailbox_of(owner.email) <> mailbox_of(u.email)`.execute(ctx.db)
  return rows[0]?.userId
}

/** The referral codes of users who have one, with their owners. */
export async function readReferralCodes(
  ctx: Context,
  userIds: readonly string[],
): Promise<Map<string, { code: string; name: string; email: string }>> {
  if (userIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('referral_code as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id', 'r.code', 'u.name', 'u.email'])
    .where('u.id', 'in', [...userIds])
    .execute()
  return new Map(rows.map(({ id, ...owner }) => [id, owner]))
}

/** The code that stays when two accounts of a user are merged, and the number of users referred by the other code. */
export async function readReferralsTogether(
  ctx: Context,
  { from, into }: { from: string; into: string },
): Promise<{ code: string | null; moved: number }> {
  const { rows } = await sql<{ code: string | null; moved: number }>`
    select coalesce((select code from referral_code where user_id = ${into}), (select code from referral_code where user_id = ${from})) as code,
      (select count(*)::int from referral r join referral_code c on c.code = r.code where c.user_id = ${from}) as moved`.execute(
    ctx.db,
  )
  return rows[0]!
}

/** The mailbox of a user's e-mail address. */
export async function readMailboxOfUser({ db }: DataContext, userId: string): Promise<string> {
  const { rows } = await sql<{ mailbox: string }>`
    select mailbox_of(email) as mailbox from users where id = ${userId}`.execute(db)
  return rows[0]!.mailbox
}
