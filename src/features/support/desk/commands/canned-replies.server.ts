import { lastEditorOf } from '#features/audit-log/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type CannedReply, DESK_ERRORS } from '../contract.ts'

const refuse = refusals(DESK_ERRORS)

type Words = { name: string; body: string }

/** Creates a canned reply for all staff. @returns its id. @throws reply_name_taken */
export async function makeReply(ctx: Context, words: Words): Promise<string> {
  const id = newId()
  const now = ctx.now()
  await transact(ctx, async tx => {
    await tx.db
      .insertInto('canned_reply')
      .values({ id, ...words, created_at: now, updated_at: now })
      .execute()
      .catch(nameTaken)
    await writeAuditLog(tx, {
      action: 'made',
      subject: subjectOf(id, words.name),
      after: valuesOf(words),
    })
  })
  return id
}

/** @throws not_found, reply_name_taken, version_conflict with the words that are stored now */
export async function changeReply(
  ctx: Context,
  { id, version, ...words }: Words & { id: string; version?: number | undefined },
): Promise<void> {
  await transact(ctx, async tx => {
    const before = await lockReply(tx, id)
    if (version !== undefined && version !== before.version)
      throw refuseAny('version_conflict', {
        version: before.version,
        at: before.updated_at.toISOString(),
        ...(await lastEditorOf(tx, 'canned-reply', id)),
        name: before.name,
        body: before.body,
      })
    if (before.name === words.name && before.body === words.body) return
    await tx.db
      .updateTable('canned_reply')
      .set({ ...words, version: before.version + 1, updated_at: tx.now() })
      .where('id', '=', id)
      .execute()
      .catch(nameTaken)
    await writeAuditLog(tx, {
      action: 'changed',
      subject: subjectOf(id, words.name),
      before: valuesOf(before),
      after: valuesOf(words),
    })
  })
}

/** @throws not_found */
export async function deleteReply(ctx: Context, id: string): Promise<void> {
  await transact(ctx, async tx => {
    const before = await lockReply(tx, id)
    await tx.db.deleteFrom('canned_reply').where('id', '=', id).execute()
    await writeAuditLog(tx, {
      action: 'deleted',
      subject: subjectOf(id, before.name),
      before: valuesOf(before),
    })
  })
}

async function lockReply(ctx: DataContext, id: string) {
  const row = await ctx.db
    .selectFrom('canned_reply')
    .select(['id', 'name', 'body', 'created_at', 'updated_at', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuseAny('not_found')
  return row
}

const subjectOf = (id: string, name: string) => ({ type: 'canned-reply' as const, id, label: name })
/** Stored as `title`, because the audit log drops `name` as personal data. */
const valuesOf = ({ name, body }: Words) => ({ title: name, body })

function nameTaken(error: { code?: string }): never {
  throw error.code === '23505' ? refuse('reply_name_taken') : error
}

/** All canned replies, by name. Staff write them by hand, so the list stays short. */
export async function listReplies(ctx: Context): Promise<CannedReply[]> {
  const rows = await ctx.db
    .selectFrom('canned_reply')
    .select(['id', 'name', 'body', 'version', 'updated_at'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(({ updated_at, ...row }) => ({ ...row, updatedAt: updated_at.toISOString() }))
}
