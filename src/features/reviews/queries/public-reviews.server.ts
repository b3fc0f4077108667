import { type RawBuilder, sql } from 'kysely'
import { readRating } from '#features/catalog/queries/products.server.ts'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Storage } from '#kernel/ports/storage.ts'
import type { MyReview, Review, ReviewSort, ReviewsQuery } from '../contract.ts'
import type { ReviewStatus } from '../rules.ts'

export type ReviewRow = {
  id: string
  product_id: string
  user_id: string
  author: string
  rating: number
  title: string
  body: string
  status: ReviewStatus
  rejection_reason: string | null
  answer: string | null
  answered_at: Date | null
  created_at: Date
  edited_at: Date | null
  version: number
  report_count: number
  photos: { key: string; placeholder: string; width: number; height: number }[]
}

/** All shown columns of a `product_review r`, with its photos in one statement. */
export const REVIEW_COLUMNS = sql`
  r.id, r.product_id, r.user_id, r.author, r.rating, r.title, r.body, r.status, r.rejection_reason, r.answer, r.answered_at,
  r.created_at, r.edited_at, r.version, r.report_count,
  coalesce((
    select json_agg(json_build_object('key', i.picture_key, 'placeholder', f.placeholder, 'width', f.width,
      'height', f.height) order by i.position)
    from product_review_picture i join picture f on f.key = i.picture_key where i.review_id = r.id), '[]') as photos`

const TIME = [desc('r.created_at', 'timestamptz'), desc('r.id', 'uuid')] as const
/** Ties put the newest first. */
const ORDERS: Record<ReviewSort, ReturnType<typeof keyset>> = {
  newest: keyset(...TIME),
  highest: keyset(desc('r.rating', 'integer'), ...TIME),
  lowest: keyset(asc('r.rating', 'integer'), ...TIME),
}

/** Published reviews of a product with its sums; a page by number or after a cursor. @throws product_not_found */
export async function listReviews(
  ctx: Context,
  idOrSlug: string,
  { sort, stars, limit, page = 1, cursor }: ReviewsQuery,
) {
  const { productId, slug: _, ...summary } = await readRating(ctx, idOrSlug)
  const order = ORDERS[sort]
  const { rows } = await sql<ReviewRow & Sorted>`
    select ${order.sortKey}, ${REVIEW_COLUMNS} from product_review r
    where r.product_id = ${productId} and r.status = 'published' and ${stars ? sql<boolean>`r.rating = ${stars}` : sql`true`}
      and ${order.after(cursor)}
    order by ${order.by} limit ${limit + 1} offset ${(page - 1) * limit}`.execute(ctx.db)
  const { shown, nextCursor } = order.page(rows, limit)
  return {
    productId,
    reviews: shown.map(row => reviewOfRow(row, ctx.storage)),
    total: stars ? summary.stars[stars - 1]! : summary.count,
    summary,
    nextCursor,
  }
}

/** One review by a condition on `product_review r`. */
export async function findReviewRow(ctx: DataContext, condition: RawBuilder<unknown>): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${REVIEW_COLUMNS} from product_review r where ${condition}`.execute(ctx.db)
  return rows[0]
}

/** Maps a row to the public review, which says nothing of its writer but the shown name. */
export function reviewOfRow(row: ReviewRow, storage: Pick<Storage, 'publicUrl'>): Review {
  const { id, author, rating, title, body, answer, answered_at, created_at, edited_at } = row
  return {
    id,
    author,
    rating,
    title,
    body,
    date: created_at.toISOString(),
    editedAt: edited_at ? edited_at.toISOString() : null,
    photos: row.photos.map(({ key, ...size }) => ({ image: `s3:${key}`, src: storage.publicUrl(key), ...size })),
    answer: answer && answered_at ? { text: answer, date: answered_at.toISOString() } : null,
  }
}

/** Maps a row to the review as its writer sees it. */
export const ownReviewOfRow = (row: ReviewRow, storage: Pick<Storage, 'publicUrl'>): MyReview => ({
  ...reviewOfRow(row, storage),
  productId: row.product_id,
  status: row.status,
  rejectionReason: row.rejection_reason,
})
