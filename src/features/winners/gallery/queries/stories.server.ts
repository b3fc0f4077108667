import { type RawBuilder, sql } from 'kysely'
import { type DrawnEntry, readDrawnEntries } from '#features/draws/queries/winners.server.ts'
import { requireOwnSession } from '#features/identity/sessions/commands/revoke.server.ts'
import { authorOf } from '#features/reviews/rules.ts'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { REGION_NAMES, type Region, regionOf } from '#kernel/shipping/us-states.ts'
import { toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { type PrizeAddress, WINNER_ERRORS } from '../../contract.ts'
import { findWinner, isOwnPrize, type Won } from '../../queries/winners.server.ts'
import {
  GALLERY_ERRORS,
  type MyStory,
  type StaffStoriesQuery,
  type StaffStory,
  type WinnerStories,
  type WinnerStoriesQuery,
  type WinnerStory,
} from '../contract.ts'
import { MAY_TELL, type StoryStatus } from '../rules.ts'

const refuse = refusals({ ...WINNER_ERRORS, ...GALLERY_ERRORS })

export type StoryRow = {
  id: string
  winner_id: string
  name: string
  state: Region | null
  words: string
  picture_key: string | null
  placeholder: string | null
  status: StoryStatus
  refusal_reason: string | null
  written_at: Date
  version: number
}

const COLUMNS = sql`s.id, s.winner_id, s.name, s.state, s.words, s.picture_key, p.placeholder, s.status, s.refusal_reason, s.written_at, s.version`
const FROM = sql`winner_story s left join picture p on p.key = s.picture_key`

const NEWEST = keyset(desc('s.shown_at', 'timestamptz'), desc('s.id', 'uuid'))
const OLDEST = keyset(asc('s.written_at', 'timestamptz'), asc('s.id', 'uuid'))

/** Shown stories, the newest first. */
export async function listStories(ctx: Context, { cursor, limit }: WinnerStoriesQuery): Promise<WinnerStories> {
  const { rows } = await sql<StoryRow & Sorted>`
    select ${NEWEST.sortKey}, ${COLUMNS} from ${FROM} where s.status = 'shown' and ${NEWEST.after(cursor)}
    order by ${NEWEST.by} limit ${limit + 1}`.execute(ctx.db)
  const { shown, nextCursor } = NEWEST.page(rows, limit)
  const prizes = await prizesOf(ctx, shown)
  return { stories: shown.map(row => storyOf(ctx, row, prizes)), nextCursor }
}

/** Stories of a status for staff, the oldest first. */
export async function listStaffStories(ctx: Context, { status, cursor, limit }: StaffStoriesQuery) {
  const { rows } = await sql<StoryRow & Sorted>`
    select ${OLDEST.sortKey}, ${COLUMNS} from ${FROM} where s.status = ${status} and ${OLDEST.after(cursor)}
    order by ${OLDEST.by} limit ${limit + 1}`.execute(ctx.db)
  const { shown, nextCursor } = OLDEST.page(rows, limit)
  const prizes = await prizesOf(ctx, shown)
  return { stories: shown.map(row => staffStory(ctx, row, prizes)), nextCursor }
}

/** Stories that wait for a decision, the oldest first. */
export async function listWaitingStories(
  ctx: Context,
): Promise<Waiting<{ id: string; winnerId: string; name: string; title: string; writtenAt: Date }>> {
  const { count, first } = await readWaiting(
    ctx,
    sql<{ id: string; winner_id: string; name: string; writtenAt: Date }>`
      select s.id, s.winner_id, s.name, s.written_at as "writtenAt" from winner_story s
      where s.status = 'pending' order by s.written_at, s.id`,
  )
  const prizes = await prizesOf(ctx, first)
  return {
    count,
    first: first.map(({ winner_id: winnerId, ...row }) => ({
      ...{ ...row, winnerId, title: prizes.get(winnerId)!.title },
    })),
  }
}

/** @throws story_not_found */
export async function readStaffStory(ctx: Context, id: string): Promise<StaffStory> {
  const row = await findStoryRow(ctx, sql`s.id = ${id}`)
  if (!row) throw refuse('story_not_found')
  return staffStory(ctx, row, await prizesOf(ctx, [row]))
}

/** One story by a condition on `winner_story s`. */
export async function findStoryRow(ctx: DataContext, condition: RawBuilder<unknown>): Promise<StoryRow | undefined> {
  return (await sql<StoryRow>`select ${COLUMNS} from ${FROM} where ${condition}`.execute(ctx.db)).rows[0]
}

const prizesOf = (ctx: DataContext, rows: readonly { winner_id: string }[]) =>
  readDrawnEntries(
    ctx,
    rows.map(row => row.winner_id),
  )

type Prizes = ReadonlyMap<string, DrawnEntry>

function storyOf(ctx: DataContext, row: StoryRow, prizes: Prizes): WinnerStory {
  const { title, slug, tier, valueCents } = prizes.get(row.winner_id)!
  return {
    id: row.id,
    name: row.name,
    state: row.state && REGION_NAMES[row.state],
    words: row.words,
    photo: photoOf(ctx, row),
    giveaway: { title, slug, tier, value: toDollars(valueCents) },
  }
}

const staffStory = (ctx: DataContext, row: StoryRow, prizes: Prizes): StaffStory => ({
  ...storyOf(ctx, row, prizes),
  winnerId: row.winner_id,
  version: row.version,
  status: row.status,
  refusalReason: row.refusal_reason,
  writtenAt: row.written_at.toISOString(),
})

const photoOf = ({ storage }: DataContext, { picture_key: key, placeholder }: StoryRow) =>
  key === null ? null : { image: `s3:${key}`, src: storage.publicUrl(key), placeholder: placeholder! }

/** A prize of the caller by the winner's id. @throws prize_not_found */
export async function readOwnPrize(ctx: DataContext, id: string): Promise<Won> {
  const won = await findWinner(ctx, id)
  if (!won || !isOwnPrize(ctx, won)) throw refuse('prize_not_found')
  await requireOwnSession(ctx)
  return won
}

/** The state to which the prize went. */
export function stateOfPrize({ row }: Won): Region | null {
  const { state } = (row.ship_to ?? {}) as Partial<PrizeAddress>
  return (state && regionOf(state)) || null
}

/** @throws prize_not_found */
export async function readMyStory(ctx: DataContext, id: string): Promise<MyStory> {
  const won = await readOwnPrize(ctx, id)
  const state = stateOfPrize(won)
  const row = await findStoryRow(ctx, sql`s.winner_id = ${id}`)
  return {
    mayWrite: MAY_TELL.includes(won.row.state),
    suggestedName: authorOf(won.prize.name),
    state: state && REGION_NAMES[state],
    story: row
      ? {
          ...{ name: row.name, words: row.words, showsState: row.state !== null, photo: photoOf(ctx, row) },
          ...{ status: row.status, refusalReason: row.refusal_reason },
        }
      : null,
  }
}
