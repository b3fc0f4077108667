import type { z } from 'zod'
import { desc, keyset } from '#kernel/api/keyset.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { type AdminAnnouncement, ANNOUNCEMENT, type AnnouncementList } from '../contract.ts'

/** The bar of a moment. `begins` and `ends` are milliseconds. */
export type Timed = { id: string; version: number; text: string; href: string; begins: number; ends: number }

/** Announcements whose end is to come, the last to begin first. */
export async function listTimed({ db, now }: Pick<DataContext, 'db' | 'now'>): Promise<Timed[]> {
  const rows = await db
    .selectFrom('announcement')
    .select(['id', 'version', 'text', 'href', 'begins_at', 'ends_at'])
    .where('ends_at', '>', now())
    .orderBy('begins_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return rows.map(({ begins_at, ends_at, ...row }) => ({ ...row, begins: +begins_at, ends: +ends_at }))
}

/** The one that visitors see. @param timed the last to begin first */
export const shownAt = (timed: readonly Timed[], at: number): Timed | undefined =>
  timed.find(({ begins, ends }) => begins <= at && at < ends)

const LATEST = keyset(desc('announcement.begins_at', 'timestamptz'), desc('announcement.id', 'uuid'))

/** Announcements for staff, page by page. */
export async function listAnnouncements(
  ctx: DataContext,
  page: { limit: number; cursor?: string | undefined },
): Promise<z.infer<typeof AnnouncementList>> {
  const found = ctx.db.selectFrom('announcement').select(['id', ...ANNOUNCEMENT.columns, 'version', 'updated_at'])
  const [{ shown, nextCursor }, timed] = await Promise.all([LATEST.read(found, page), listTimed(ctx)])
  const at = +ctx.now()
  const seen = shownAt(timed, at)?.id
  const announcements = shown.map(row => ({
    id: row.id,
    ...ANNOUNCEMENT.valuesOfRow(row),
    state: stateOf(row, at, seen),
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  }))
  return { announcements, nextCursor }
}

function stateOf(
  { id, begins_at, ends_at }: { id: string; begins_at: Date; ends_at: Date },
  at: number,
  seen: string | undefined,
): AdminAnnouncement['state'] {
  if (+ends_at <= at) return 'over'
  if (+begins_at > at) return 'scheduled'
  return id === seen ? 'shown' : 'covered'
}
