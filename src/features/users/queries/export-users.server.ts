import { sql } from 'kysely'
import { csvLine } from '#kernel/api/csv.server.ts'
import type { Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { PEOPLE_ERRORS, type UserRow, type UsersFilters } from '../contract.ts'
import { EXPORTED_AT_ONCE } from '../rules.ts'
import { SORTS } from './list-users.server.ts'
import { narrowedBy } from './narrowed.server.ts'
import { userRowsOf } from './user-rows.server.ts'

const refuse = refusals(PEOPLE_ERRORS)

/** Rows per query: a million people take a thousand queries of little memory each. */
const PIECE = 1000

const COLUMNS: [string, (person: UserRow) => string | number | boolean | null][] = [
  ['ID', person => person.id],
  ['Name', person => person.name],
  ['Email', person => person.email],
  ['Phone', person => person.phone],
  ['Birthday', person => person.birthday],
  ['Admin', person => person.isAdmin],
  ['Role', person => person.role],
  ['Subscription tier', person => person.subscriptionTier],
  ['Subscriber', person => person.isSubscriber],
  ['Credits', person => person.credits.total],
  ['Bronze', person => person.credits.bronze],
  ['Silver', person => person.credits.silver],
  ['Gold', person => person.credits.gold],
  ['Platinum', person => person.credits.platinum],
  ['Entries', person => person.entries],
  ['Purchases', person => person.purchases],
  ['SMS consent', person => person.smsConsent],
  ['Disabled', person => person.disabled],
  ['Joined', person => person.joinDate],
  ['Address line 1', person => person.address?.line1 ?? null],
  ['Address line 2', person => person.address?.line2 ?? null],
  ['City', person => person.address?.city ?? null],
  ['State', person => person.address?.state ?? null],
  ['ZIP code', person => person.address?.postalCode ?? null],
  ['Country', person => person.address?.country ?? null],
]

/** Users in pieces, oldest accounts first; each piece is read after the previous one is consumed. */
async function* piecesOf(ctx: Context, filters: UsersFilters): AsyncGenerator<UserRow[]> {
  const order = SORTS.oldest
  let cursor: string | undefined
  for (;;) {
    const { rows } = await sql<Sorted & { id: string }>`
      select u.id, ${order.sortKey} from users u where ${narrowedBy(filters)} and ${order.after(cursor)}
      order by ${order.by} limit ${PIECE}`.execute(ctx.db)
    if (rows.length > 0)
      yield await userRowsOf(
        ctx,
        rows.map(row => row.id),
      )
    if (rows.length < PIECE) return
    cursor = order.cursorAfter(rows.at(-1)!)
  }
}

/** The lines of the CSV file, header first. No cell runs as a formula (#kernel/api/csv.server.ts). */
export async function* usersLines(ctx: Context, filters: UsersFilters): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([title]) => title))
  for await (const people of piecesOf(ctx, filters))
    for (const person of people) yield csvLine(COLUMNS.map(([, cellOf]) => cellOf(person)))
}

/** The export as one text. @throws export_too_large beyond 20,000 people. */
export async function exportUsers(ctx: Context, filters: UsersFilters): Promise<{ csv: string; totalUsers: number }> {
  const lines: string[] = []
  for await (const line of usersLines(ctx, filters)) {
    lines.push(line)
    if (lines.length > EXPORTED_AT_ONCE + 1) throw refuse('export_too_large')
  }
  return { csv: lines.join(''), totalUsers: lines.length - 1 }
}
