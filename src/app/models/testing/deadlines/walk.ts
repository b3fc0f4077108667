import { expect } from 'vitest'
import { forgetHolders } from '#features/draw-log/tree/commands/forget-holders.server.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { stampFreezes } from '#features/draws/timestamps/stamp-freezes.server.ts'
import { tallyCards } from '#features/free-entry/cards/commands/tally-cards.server.ts'
import { forgetScans } from '#features/free-entry/desk/commands/forget-scans.server.ts'
import { forgetFreeEntryRequests } from '#features/free-entry/online/commands/forget-requests.server.ts'
import { processWinnerDeadlines } from '#features/winners/commands/process-winner-deadlines.server.ts'
import { forgetTaxForms } from '#features/winners/papers/commands/send-tax-form.server.ts'
import { openPrizeShop } from '#features/winners/testing/prizes.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
const YEAR = 366 * DAY

export type DeadlineShop = Awaited<ReturnType<typeof openDeadlineShop>>

/** What a deadline is about. `at` is the first moment at which it has passed; `settle` makes room in Today for the next one. */
export type Made = { at: Date; read: () => Promise<unknown>; settle?: () => Promise<unknown> }

export type Work = 'draws' | 'winners' | 'forgetting' | 'none'

export type Deadline = {
  name: string
  /** Constants that hold the deadline, ids of duties as `duty …`, tasks of winners as `task …`. */
  covers: readonly string[]
  make: () => Promise<Made>
  before: unknown
  after: unknown
  /** What the work did at the deadline stays when the clock goes back. Otherwise the state follows the clock. */
  isLasting: boolean
  /** The scheduled work that waits for it; `none` where the state is computed. The others are left out, because they take most of the time. */
  work: Work
  /** After a straight jump of a year, where it differs from `after`: what fell due in between is not made up for. */
  leapt?: unknown
}

/** One shop with draws, winners and the register of cards, whose clock jumps. */
export async function openDeadlineShop() {
  const prizes = await openPrizeShop()
  const { shop, admin } = prizes
  const second = await shop.addUser({ role: 'draw-officer' })
  /** Sets the clock, and renews what the staff sign in with. */
  async function setClock(at: Date | number) {
    shop.clock.set(new Date(at).toISOString())
    for (const [user, role] of [
      [admin, 'owner'],
      [second, 'draw-officer'],
    ] as const) {
      // Without the token itself, which would otherwise hold all tokens before it.
      const { userId, email } = user
      const claims = { userId, email, name: 'Sam Porter', isAdmin: true, role, isSubscriber: false }
      user.idToken = (await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })).idToken
    }
  }

  const WORK = {
    draws: () => [tendDraws(shop.system), stampFreezes(shop.system), tallyCards(shop.system)],
    winners: () => [processWinnerDeadlines(shop.system)],
    forgetting: () => [
      forgetFreeEntryRequests(shop.system),
      forgetScans(shop.system),
      forgetHolders(shop.system),
      forgetTaxForms(shop.system),
    ],
  }

  /** The work of a kind, as two processes do it at once, and the jobs that follow. */
  async function work(kind: Work) {
    if (kind === 'none') return
    await Promise.all([...WORK[kind](), ...WORK[kind]()])
    await shop.settleJobs()
    // A winner who is sent a notice in the first run counts as notified in the second.
    if (kind === 'winners') await processWinnerDeadlines(shop.system)
  }

  /** Ends all winners of a giveaway, so that they are no work of later rows. */
  const endWinners = (giveawayId: string) =>
    shop.services.pool.query(
      `update winner set state = 'forfeited', task = null, task_due_at = null, ended_at = $2, ended_reason = 'The row is over.'
       where giveaway_id = $1`,
      [giveawayId, shop.clock.now()],
    )

  /** Today's items of a kind that are overdue. */
  async function overdueToday(kind: string): Promise<string[]> {
    const { work } = (await prizes.asAdmin('/api/admin/today')).json
    const found = work.find((one: { kind: string }) => one.kind === kind)
    const now = shop.clock.now()
    const items: { id: string; dueAt: string | null }[] = found?.items ?? []
    return items.filter(({ dueAt }) => dueAt && new Date(dueAt) <= now).map(({ id }) => id)
  }

  return { ...prizes, second, setClock, work, endWinners, overdueToday }
}

/**
 * Walks the clock over a deadline: a millisecond before it, at it, a day back, at it again, a year on. Where the passing leaves something,
 * a second thing of the kind sees the year's jump at once, and the way back.
 */
export async function walk(shop: DeadlineShop, deadline: Deadline): Promise<void> {
  const { before, after, isLasting, leapt = after } = deadline
  const passes = async ({ at, read, settle }: Made, steps: readonly (readonly [string, number, unknown])[]) => {
    try {
      for (const [step, moment, expected] of steps) {
        await shop.setClock(+at + moment)
        await shop.work(deadline.work)
        expect(await read(), `${deadline.name}: ${step}`).toEqual(expected)
      }
    } finally {
      await settle?.()
    }
  }
  const back = isLasting ? after : before
  await passes(await deadline.make(), [
    ['before', -1, before],
    ['at', 0, after],
    ['back', -DAY, back],
    ['again', 0, after],
    ['far after', YEAR, after],
  ])
  if (!isLasting) return
  await passes(await deadline.make(), [
    ['straight', YEAR, leapt],
    ['back from far', -DAY, leapt],
  ])
}
