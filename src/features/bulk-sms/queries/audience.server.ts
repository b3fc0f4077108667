import { sql } from 'kysely'
import { isOfAge, type Recipient, readRecipients } from '#features/notifications/queries/recipients.server.ts'
import { narrowedBy } from '#features/users/queries/narrowed-by.server.ts'
import { matching } from '#features/users/queries/search-users.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Audience } from '../contract.ts'
import { type LeftOut, normalPhone } from '../rules.ts'

/** Users checked in one transaction. */
export const PIECE = 500

/**
 * The next users of an audience, by id, from its current members.
 * @param after the last id of the previous piece; null begins.
 * @returns `next` is the position of the next piece; null at the end.
 */
export async function listNextIds(ctx: DataContext, { to, ids, filter }: Audience, after: string | null) {
  if (to === 'selected') return pieceOf([...new Set(ids)].sort(), after)
  const { q = '', ...narrowing } = filter
  const wanted = to === 'filtered' ? sql`${narrowedBy(narrowing)} and ${matching(q)}` : narrowedBy({})
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where ${wanted} and ${after ? sql`u.id > ${after}::uuid` : sql`true`}
    order by u.id limit ${PIECE}`.execute(ctx.db)
  const piece = rows.map(row => row.id)
  return { piece, next: piece.length === PIECE ? piece.at(-1)! : null }
}

function pieceOf(sorted: readonly string[], after: string | null) {
  const rest = after ? sorted.filter(id => id > after) : sorted
  const piece = rest.slice(0, PIECE)
  return { piece, next: rest.length > PIECE ? piece.at(-1)! : null }
}

/** Splits users into those who can get an SMS now and those left out, with reasons. Reads the database only. */
export async function readAudienceParts(ctx: DataContext, ids: readonly string[]) {
  const people = await readRecipients(ctx, ids)
  const reachable: Recipient[] = []
  const leftOut: Partial<Record<LeftOut, number>> = {}
  for (const id of ids) {
    const person = people.get(id)
    const why = whyNot(person, ctx)
    if (why) leftOut[why] = (leftOut[why] ?? 0) + 1
    else reachable.push(person!)
  }
  return { reachable, leftOut }
}

function whyNot(person: Recipient | undefined, ctx: DataContext): LeftOut | undefined {
  if (!person) return 'gone'
  if (!person.enabled) return 'disabled'
  if (normalPhone(person.phone ?? '') === null) return 'no_phone'
  if (!person.smsConsent) return 'no_consent'
  if (person.smsStopped) return 'stopped'
  return isOfAge(person, ctx) ? undefined : 'minor'
}

/** Pieces checked by a preview; the campaign checks the rest while it runs. */
const PREVIEWED = 5

/** Counts the reachable users of an audience, up to the limit of a preview. */
export async function readPreview(ctx: Context, audience: Audience) {
  const leftOut: Partial<Record<LeftOut, number>> = {}
  let reachable = 0
  let processedCount = 0
  let after: string | null = null
  for (let pieces = 0; pieces < PREVIEWED; pieces++) {
    const { piece, next } = await listNextIds(ctx, audience, after)
    const part = await readAudienceParts(ctx, piece)
    reachable += part.reachable.length
    processedCount += piece.length
    addUp(leftOut, part.leftOut)
    after = next
    if (next === null) break
  }
  return { reachable, processedCount, isComplete: after === null, leftOut }
}

/** Adds counts per reason to `sums`, in place. */
export function addUp(sums: Partial<Record<LeftOut, number>>, more: Partial<Record<LeftOut, number>>): void {
  for (const [why, count] of Object.entries(more) as [LeftOut, number][]) sums[why] = (sums[why] ?? 0) + count
}
