import { sql } from 'kysely'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { GALLERY_ERRORS } from '../contract.ts'
import { findStoryRow } from '../queries/stories.server.ts'
import { storiesChanged } from './tell-story.server.ts'

const refuse = refusals(GALLERY_ERRORS)

type Decision = { version: number } & ({ status: 'shown'; reason?: undefined } | { status: 'refused'; reason: string })

/**
 * Shows a story, or refuses it with a reason for the winner.
 * @throws story_not_found; version_conflict when the winner or a colleague changed the story since staff read it
 */
export async function moderateStory(ctx: Context, id: string, { version, status, reason }: Decision): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    await sql`select from winner_story where id = ${id} for update`.execute(tx.db)
    const story = await findStoryRow(tx, sql`s.id = ${id}`)
    if (!story) throw refuse('story_not_found')
    if (story.version !== version) throw refuseAny('version_conflict', { version: story.version })
    const decided = await tx.db
      .updateTable('winner_story')
      .set({ status, refusal_reason: reason ?? null, shown_at: status === 'shown' ? tx.now() : null })
      .set({ moderated_by: userId, moderated_at: tx.now(), version: version + 1 })
      .where('id', '=', id)
      .executeTakeFirst()
    requireOneRow(decided, `story ${id}`)
    await writeAuditLog(tx, {
      action: status === 'shown' ? 'showed the story' : 'refused the story',
      subject: { type: 'winner', id: story.winner_id, label: `Story of ${story.name}` },
      before: { status: story.status },
      after: { status },
      reason: reason ?? null,
    })
    storiesChanged(tx)
  })
}
