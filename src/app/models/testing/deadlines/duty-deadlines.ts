import { DUTIES, type Duty } from '#features/giveaways/obligations/duties.ts'
import { type Day, daysAfter, endOfShopDay } from '#kernel/values/shop-day.ts'
import { DAY, type Deadline, type DeadlineShop, type Made } from './walk.ts'

type Listed = { duty: string; status: string; dueOn: Day; block: string | null }

/** A draw 63 days later is one of January, after which the duties of the next year are due latest. */
const drawInJanuary = (now: Date) => {
  const begin = Date.UTC(now.getUTCFullYear(), 10, 4)
  return begin >= +now ? begin : Date.UTC(now.getUTCFullYear() + 1, 10, 4)
}

/** Giveaways with one open duty, before and after their draw. */
function giveawaysIn(at: DeadlineShop) {
  const { shop, asAdmin, addGiveaway, inDays } = at
  const listOf = async (id: string): Promise<Listed[]> =>
    (await asAdmin(`/api/admin/giveaways/${id}/obligations`)).json.obligations
  const rowOf = async (id: string, duty: string) => (await listOf(id)).find(row => row.duty === duty)!

  /** A draft above every amount, with all duties set aside but one. */
  async function draftFor({ id: open }: Duty): Promise<string> {
    await shop.changeSettings({ retail: { states: open === 'ri-filing' ? ['RI'] : [] } })
    const dates = { startDate: inDays(62), endDate: inDays(80) }
    const { id } = await addGiveaway({ title: open, value: 6000, isDraft: true, ...dates })
    for (const { duty } of await listOf(id)) if (duty !== open) await setAside(id, duty)
    return id
  }
  const setAside = (id: string, duty: string) =>
    asAdmin(`/api/admin/giveaways/${id}/obligations/${duty}/override`, { reason: 'Not the subject of this row' })

  async function beforeFirstEntry(duty: Duty): Promise<Made> {
    const id = await draftFor(duty)
    const { dueOn } = await rowOf(id, duty.id)
    return {
      at: endOfShopDay(dueOn),
      read: async () => {
        const { status, block } = await rowOf(id, duty.id)
        const refused = await asAdmin(`/api/giveaways/${id}`, { isDraft: false }, 'PATCH')
        return [status, block !== null, refused.json.code, refused.json.duties]
      },
    }
  }

  /** Drawn with every other duty set aside, so that Today has room to name this one. */
  async function afterDraw(duty: Duty): Promise<Required<Made> & { id: string; dueOn: Day }> {
    await at.setClock(drawInJanuary(shop.clock.now()))
    const id = await draftFor(duty)
    const start = new Date(+shop.clock.now() + 63 * DAY)
    await asAdmin(`/api/giveaways/${id}`, { isDraft: false }, 'PATCH')
    await at.setClock(start)
    const entrant = await shop.addUser({ credits: { Bronze: 1 } })
    await at.enter({ id }, entrant, { pick: 1 })
    await at.drawnNow({ id, title: duty.id })
    const { dueOn } = await rowOf(id, duty.id)
    const settle = async () => {
      await setAside(id, duty.id)
      await at.endWinners(id)
    }
    return {
      ...{ id, dueOn, at: endOfShopDay(dueOn), settle },
      read: async () => [
        (await rowOf(id, duty.id)).status,
        (await at.overdueToday('legal_duties')).includes(`${id} ${duty.id}`),
      ],
    }
  }
  return { beforeFirstEntry, afterDraw }
}

/** One deadline for each row of the table of duties, by the rule of its due date. */
export function dutyDeadlines(at: DeadlineShop): Deadline[] {
  const { asAdmin } = at
  const { beforeFirstEntry, afterDraw } = giveawaysIn(at)
  const before = DUTIES.filter(({ due }) => due.rule === 'before')
  const after = DUTIES.filter(({ due }) => due.rule !== 'before')
  return [
    ...before.map(
      (duty): Deadline => ({
        ...{ name: `${duty.id} before the first entry`, covers: [`duty ${duty.id}`], isLasting: false, work: 'none' },
        make: () => beforeFirstEntry(duty),
        before: ['open', true, 'obligations_open', [duty.id]],
        after: ['overdue', true, 'obligations_open', [duty.id]],
      }),
    ),
    ...after.map(
      (duty): Deadline => ({
        ...{ name: `${duty.id} after the draw`, covers: [`duty ${duty.id}`], isLasting: false, work: 'none' },
        make: () => afterDraw(duty),
        before: ['open', false],
        after: ['overdue', true],
      }),
    ),
    {
      ...{ name: 'a duty becomes work of Today', covers: ['SOON_DAYS'], isLasting: false, work: 'none' },
      make: async () => {
        const duty = after[0]!
        const { id, dueOn, settle } = await afterDraw(duty)
        const soon = daysAfter(dueOn, -30)
        return {
          settle,
          at: endOfShopDay(daysAfter(soon, -1)),
          read: async () => {
            const { work } = (await asAdmin('/api/admin/today')).json
            const items = work.find(({ kind }: { kind: string }) => kind === 'legal_duties')?.items ?? []
            return items.some((item: { id: string }) => item.id === `${id} ${duty.id}`)
          },
        }
      },
      before: false,
      after: true,
    },
  ]
}
