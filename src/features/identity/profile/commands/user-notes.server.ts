import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'

export type Note = { id: string; note: string; by: string; at: string }

/** Adds a note about a user, visible to staff only. */
export async function addUserNote(ctx: Context, { userId, note }: { userId: string; note: string }): Promise<Note> {
  const author = actorOf(ctx)
  const id = newId()
  const at = ctx.now()
  await ctx.db
    .insertInto('user_note')
    .values({ id, user_id: userId, note, author_id: author.userId, created_at: at })
    .execute()
  return { id, note, by: author.name, at: at.toISOString() }
}
