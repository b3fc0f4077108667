import { type SqlBool, sql } from 'kysely'
import { entryLimitOf } from '#features/draw-log/rules.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { GIVEAWAY_COLUMNS_OF_G } from '#features/giveaways/giveaway/queries/giveaway-row.server.ts'
import { zoneOfGiveaway } from '#features/giveaways/giveaway/rules.ts'
import type { DataContext } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { cardCodeOf, digitsOfCardCode } from '../card-code.ts'
import { type DeskGiveaway, MAIL_DESK_ERRORS } from '../contract.ts'
import { type DeskTerms, dayProblemOf, deskWindowOf, noticeOf } from './card-problem.server.ts'

const refuse = refusals({ ...GIVEAWAY_ERRORS, ...MAIL_DESK_ERRORS })

/** Giveaways that the desk offers: cards for older ones come by their code. */
const MOST = 100

const terms = (ctx: DataContext) =>
  ctx.db
    .selectFrom('giveaway as g')
    .select(GIVEAWAY_COLUMNS_OF_G)
    .select(sql<boolean>`is_list_final(g.id)`.as('is_frozen'))

const rows = (ctx: DataContext) => terms(ctx).where('g.archived_at', 'is', null).where('g.published_at', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

function shown(ctx: DataContext, row: Row): DeskGiveaway {
  const today = shopDayOf(ctx.now(), zoneOfGiveaway(row, ctx.now()))
  return {
    id: row.id,
    title: row.title,
    code: cardCodeOf(row.id),
    window: deskWindowOf(ctx, row),
    isOpen: dayProblemOf(ctx, row, today) === null,
    notice: noticeOf(ctx, row, today),
    entryLimit: entryLimitOf({ tier: row.tier, entryLimit: row.entry_limit }),
  }
}

/** Giveaways for which cards come: those that run first, then the last closed ones. */
export async function listDeskGiveaways(ctx: DataContext): Promise<DeskGiveaway[]> {
  const found = await rows(ctx)
    .orderBy(sql`coalesce(g.closed_at, g.ends_at) desc nulls first`)
    .orderBy('g.id', 'desc')
    .limit(MOST)
    .execute()
  const giveaways = found.map(row => shown(ctx, row))
  return [...giveaways.filter(({ isOpen }) => isOpen), ...giveaways.filter(({ isOpen }) => !isOpen)]
}

/** The giveaway of a printed code. @throws card_code_unknown */
export async function readGiveawayOfCardCode(ctx: DataContext, code: string): Promise<DeskGiveaway> {
  const digits = digitsOfCardCode(code)
  const row = digits && (await rows(ctx).where(hasCode(digits)).executeTakeFirst())
  if (!row) throw refuse('card_code_unknown')
  return shown(ctx, row)
}

const hasCode = (digits: string) => sql<SqlBool>`right(g.id::text, 10) = ${digits}`

/** The id of a giveaway named by its id or its code. @throws card_code_unknown, giveaway_not_found */
export async function readDeskGiveawayId(ctx: DataContext, named: string): Promise<string> {
  if (!isUuid(named)) return (await readGiveawayOfCardCode(ctx, named)).id
  const found = await rows(ctx).where('g.id', '=', named).executeTakeFirst()
  if (!found) throw refuse('giveaway_not_found')
  return found.id
}

/** The rules of a giveaway, outside of its lock. */
export const readDeskTerms = (ctx: DataContext, giveawayId: string): Promise<DeskTerms & { title: string }> =>
  terms(ctx).where('g.id', '=', giveawayId).executeTakeFirstOrThrow()
