import { sql } from 'kysely'
import type { PersonalData } from '#kernel/personal-data.ts'
import { deleteReviews } from './commands/merge-reviews.server.ts'
import { REVIEW_COLUMNS, type ReviewRow } from './queries/public-reviews.server.ts'

/**
 * Reviews, their photos and the user's reports are the user's words: exported and deleted with the account, and the sums follow. The ids of
 * staff on a decision or an answer stay without a name.
 */
export const reviewsData: PersonalData = {
  tables: ['product_review', 'review_report'],
  async exportOf({ db, storage }, { userId }) {
    const { rows } = await sql<ReviewRow>`
      select ${REVIEW_COLUMNS} from product_review r where r.user_id = ${userId} order by r.created_at desc, r.id desc`.execute(
      db,
    )
    const reports = await db
      .selectFrom('review_report')
      .select(['reason', 'created_at as date'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('review_id')
      .execute()
    return {
      reviews: rows.map(
        ({ product_id: productId, rating, title, body, status, author, created_at, edited_at, photos }) => ({
          ...{ productId, rating, title, body, status, shownName: author },
          ...{ date: created_at, editedAt: edited_at },
          photos: photos.map(({ key }) => `${storage.publicUrl(key)}-1200.webp`),
        }),
      ),
      reviewReports: reports,
    }
  },
  /** A new account reviews what it has bought itself, so reviews have no mark. */
  async listOnceMarks({ db }, { userId, email }) {
    const reports = await db.selectFrom('review_report').select('review_id').where('user_id', '=', userId).execute()
    return reports.map(({ review_id: id }) => ({ kind: 'report', of: [email, id] }))
  },
  async erase(tx, { userId }) {
    await tx.db.deleteFrom('review_report').where('user_id', '=', userId).execute()
    await deleteReviews(tx, sql`r.user_id = ${userId}`)
  },
}
