import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'

/**
 * The accounts of the user's mailbox, the user's own among them: sam+orders@example.com is Sam. Rules about what staff do for themselves
 * read them.
 */
export async function listAccountsOfMailbox({ db }: DataContext, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from users u join users o on o.id = u.id or mailbox_of(o.email) = mailbox_of(u.email)
    where u.id = ${userId} and u.deleted_at is null and o.deleted_at is null order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether an account, or the address of one of its records, is the caller's own by its mailbox. False for jobs and guests. */
export async function isOwnMailbox(
  { db, actor }: DataContext,
  other: { userId: string; email?: string },
): Promise<boolean> {
  if (!actor) return false
  if (actor.userId === other.userId) return true
  const { rows } = await sql<{ isOwn: boolean }>`
    select exists (select from users u where u.id = ${actor.userId} and u.deleted_at is null
      and mailbox_of(u.email) in (mailbox_of(${other.email ?? ''}),
        (select mailbox_of(o.email) from users o where o.id = ${other.userId} and o.deleted_at is null))) as "isOwn"`.execute(
    db,
  )
  return rows[0]!.isOwn
}
