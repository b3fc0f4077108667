import { sql } from 'kysely'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { wasKept } from '#kernel/once/marks.server.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { REVIEW_ERRORS } from '../contract.ts'

const refuse = refusals(REVIEW_ERRORS)

/**
 * Reports a published review to staff. A second report by the user changes nothing, also after a deletion and a new registration.
 * @throws review_not_found; review_is_yours
 */
export async function reportReview(ctx: Context, id: string, reason: string): Promise<void> {
  const { userId, email } = actorOf(ctx)
  await transact(ctx, async tx => {
    const review = await tx.db
      .selectFrom('product_review')
      .select('user_id')
      .where('id', '=', id)
      .where('status', '=', 'published')
      .forUpdate()
      .executeTakeFirst()
    if (!review) throw refuse('review_not_found')
    if (review.user_id === userId) throw refuse('review_is_yours')
    if (await wasKept(tx, 'report', [email.toLowerCase(), id])) return
    await sql`
      with reported as (
        insert into review_report (review_id, user_id, reason, created_at) values (${id}, ${userId}, ${reason}, ${tx.now()})
        on conflict (review_id, user_id) do nothing returning review_id)
      update product_review set report_count = report_count + 1 where id in (select review_id from reported)`.execute(
      tx.db,
    )
    tx.onCommit(ctx => tellStaff(ctx, 'reviews'))
  })
}
