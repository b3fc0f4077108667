import { type RawBuilder, sql } from 'kysely'
import { readProductNames } from '#features/catalog/queries/product-names.server.ts'
import { readNames } from '#features/identity/user/queries.server.ts'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { REVIEW_ERRORS, type StaffReviewsQuery } from '../../contract.ts'
import { REVIEW_COLUMNS, type ReviewRow, reviewOfRow } from '../../queries/public-reviews.server.ts'
import type { StaffReview } from '../contract.ts'

const refuse = refusals(REVIEW_ERRORS)

const OLDEST = keyset(asc('r.created_at', 'timestamptz'), asc('r.id', 'uuid'))
const NEWEST = keyset(desc('r.created_at', 'timestamptz'), desc('r.id', 'uuid'))

/** A decision of staff is asked. */
const WAITS = sql`(r.status = 'pending' or (r.status = 'published' and r.report_count > 0))`

/** What waits for staff comes oldest first, everything else newest first. */
const LISTS: Record<StaffReviewsQuery['status'], { order: typeof OLDEST; where: RawBuilder<unknown> }> = {
  waiting: { order: OLDEST, where: WAITS },
  pending: { order: OLDEST, where: sql`r.status = 'pending'` },
  reported: { order: OLDEST, where: sql`r.status = 'published' and r.report_count > 0` },
  published: { order: NEWEST, where: sql`r.status = 'published'` },
  rejected: { order: NEWEST, where: sql`r.status = 'rejected'` },
  all: { order: NEWEST, where: sql`true` },
}

/** The badge of the tab shows no higher number. */
const COUNT_LIMIT = 100

/** Reasons of reports that a row shows. */
const SHOWN_REPORTS = 5
type StaffRow = ReviewRow & { reports: string[] }
const STAFF_COLUMNS = sql`${REVIEW_COLUMNS}, array(
  select p.reason from review_report p where p.review_id = r.id order by p.created_at desc, p.user_id limit ${sql.lit(SHOWN_REPORTS)}
) as reports`

/** Reviews of one state for staff, page by page. */
export async function listStaffReviews(ctx: Context, { status, cursor, limit }: StaffReviewsQuery) {
  const { order, where } = LISTS[status]
  const { rows } = await sql<StaffRow & Sorted>`
    select ${order.sortKey}, ${STAFF_COLUMNS} from product_review r where ${where} and ${order.after(cursor)}
    order by ${order.by} limit ${limit + 1}`.execute(ctx.db)
  const { shown, nextCursor } = order.page(rows, limit)
  return { reviews: await forStaff(ctx, shown), nextCursor }
}

/** Reviews that wait for a decision, counted up to the limit. */
export async function readWaitingReviewCount(ctx: Context) {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from (select from product_review r where ${WAITS} limit ${COUNT_LIMIT}) as found`.execute(
    ctx.db,
  )
  return { counts: { waiting: rows[0]!.waiting }, limit: COUNT_LIMIT }
}

/** Reviews that wait for a decision, the oldest first. */
export async function listWaitingReviews(
  ctx: Context,
): Promise<Waiting<{ id: string; product: string; writer: string; writtenAt: Date }>> {
  const { count, first } = await readWaiting(
    ctx,
    sql<{ id: string; productId: string; userId: string; writtenAt: Date }>`
      select r.id, r.product_id as "productId", r.user_id as "userId", r.created_at as "writtenAt"
      from product_review r where ${WAITS} order by r.created_at, r.id`,
  )
  const [products, writers] = await Promise.all([
    readProductNames(ctx, [...new Set(first.map(row => row.productId))]),
    readNames(ctx, [...new Set(first.map(row => row.userId))]),
  ])
  return {
    count,
    first: first.map(({ id, productId, userId, writtenAt }) => ({
      ...{ id, writtenAt, product: products.get(productId) ?? '', writer: writers.get(userId) ?? '' },
    })),
  }
}

/** @throws review_not_found */
export async function readStaffReview(ctx: Context, id: string): Promise<StaffReview> {
  const { rows } = await sql<StaffRow>`select ${STAFF_COLUMNS} from product_review r where r.id = ${id}`.execute(ctx.db)
  const [review] = await forStaff(ctx, rows)
  if (!review) throw refuse('review_not_found')
  return review
}

async function forStaff(ctx: Context, rows: readonly StaffRow[]): Promise<StaffReview[]> {
  const [products, writers] = await Promise.all([
    readProductNames(ctx, [...new Set(rows.map(row => row.product_id))]),
    readNames(ctx, [...new Set(rows.map(row => row.user_id))]),
  ])
  return rows.map(row => ({
    ...reviewOfRow(row, ctx.storage),
    version: row.version,
    status: row.status,
    rejectionReason: row.rejection_reason,
    product: { id: row.product_id, name: products.get(row.product_id) ?? '' },
    writer: { id: row.user_id, name: writers.get(row.user_id) ?? '' },
    reportCount: row.report_count,
    reports: row.report_count > 0 ? row.reports : [],
  }))
}
