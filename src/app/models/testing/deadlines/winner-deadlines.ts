import { ANSWER_DAYS } from '#features/giveaways/giveaway/rules.ts'
import { REMINDER_DAYS, type Task } from '#features/winners/rules.ts'
import { DAY, type Deadline, type DeadlineShop, type Made } from './walk.ts'

type Staged = { id: string; email: string; giveaway: { id: string } }

/** Stages of a prize, as winner and staff reach them through the API. */
function stagesIn(at: DeadlineShop) {
  const { shop, asAdmin, drawn, placesOf, keyFor, emailsTo } = at

  async function stage(title: string, value = 100, people = 2, person: Parameters<typeof drawn>[2] = null) {
    const { giveaway } = await drawn(people, { title, value }, person)
    await at.setClock(shop.clock.now())
    await at.tend()
    await at.tend()
    const [{ id, email }] = await placesOf(giveaway)
    return { id, email, giveaway } as Staged
  }
  async function accepted(title: string, value?: number): Promise<Staged> {
    const staged = await stage(title, value)
    const answer = await at.accept(staged.id, { key: await keyFor(staged.email) })
    if (answer.status !== 200) throw new Error(answer.text)
    return staged
  }
  const act = async ({ id }: Staged, action: string, json: object) => {
    const { status, text } = await asAdmin(`/api/admin/winners/${id}/${action}`, json)
    if (status !== 200) throw new Error(`${action}: ${text}`)
  }
  const counted = async (email: string, words: string) =>
    (await emailsTo(email)).filter(({ subject }) => subject.includes(words)).length
  return { stage, accepted, act, counted }
}

/** How a winner comes to have each task. Another task of the table fails to compile. */
function tasksIn(at: DeadlineShop): Record<Task, { covers: string; make: () => Promise<Staged> }> {
  const { stage, accepted, act } = stagesIn(at)
  return {
    tell: { covers: 'NOTIFY_HOURS', make: () => stage('Told', 100, 2, { enabled: false }) },
    'collect-papers': { covers: 'PAPERS_DAYS', make: () => accepted('Papers', 700) },
    'check-papers': {
      covers: 'CHECK_DAYS',
      make: async () => {
        const staged = await accepted('Checked', 700)
        await act(staged, 'papers', { kind: 'affidavit', status: 'received' })
        return staged
      },
    },
    ship: { covers: 'SHIP_DAYS', make: () => accepted('Shipped') },
    confirm: {
      covers: 'ARRIVAL_DAYS',
      make: async () => {
        const staged = await accepted('Arrived')
        await act(staged, 'ship', { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
        return staged
      },
    },
    'confirm-pass': {
      covers: 'CONFIRM_DAYS',
      make: async () => {
        const staged = await stage('Passed On', 5000)
        await act(staged, 'pass-on', { as: 'disqualified', reason: 'Lives abroad' })
        return staged
      },
    },
    'nobody-left': {
      covers: 'SETTLE_DAYS',
      make: async () => {
        const staged = await stage('Nobody Left', 100, 1)
        await at.shop.call(`/api/prizes/${staged.id}/decline`, { json: { key: await at.keyFor(staged.email) } })
        return staged
      },
    },
  }
}

/** Each task of staff for a winner. */
export function taskDeadlines(at: DeadlineShop): Deadline[] {
  const { asAdmin, winner } = at
  return Object.entries(tasksIn(at)).map(
    ([task, { covers, make }]): Deadline => ({
      ...{ name: `the task ${task}`, covers: [`task ${task}`, covers], isLasting: false, work: 'none' },
      make: async () => {
        const { id, giveaway } = await make()
        const { taskDueAt } = await winner(id)
        return {
          ...{ at: new Date(taskDueAt), settle: () => at.endWinners(giveaway.id) },
          read: async () => {
            const { tasks } = (await asAdmin('/api/admin/winners/tasks?limit=100')).json
            const listed = tasks.find(({ winnerId }: { winnerId: string }) => winnerId === id)
            return [listed?.task, listed?.isOverdue, (await at.overdueToday('winner_tasks')).includes(id)]
          },
        }
      },
      before: [task, false, false],
      after: [task, true, true],
    }),
  )
}

/** Reminders, the answer, and what is kept of a tax form. */
export function answerDeadlines(at: DeadlineShop): Deadline[] {
  const { shop, asAdmin, placesOf, winner, keyFor } = at
  const { stage, accepted, counted } = stagesIn(at)
  const reminders = REMINDER_DAYS.map(
    (days, sent): Deadline => ({
      ...{ name: `reminder of day ${days}`, covers: ['REMINDER_DAYS'], isLasting: true, work: 'winners' },
      make: async () => {
        const { id, email, giveaway } = await stage(`Reminded ${days}`)
        const { notifiedAt } = await winner(id)
        return {
          at: new Date(Date.parse(notifiedAt) + days * DAY),
          read: () => counted(email, 'waiting'),
          settle: () => at.endWinners(giveaway.id),
        }
      },
      ...{ before: sent, after: sent + 1, leapt: 0 },
    }),
  )
  const answer = async (title: string): Promise<Made & Staged> => {
    const staged = await stage(title)
    const { answerBy } = await winner(staged.id)
    const read = async () => {
      const [first, next] = await placesOf(staged.giveaway)
      return [first.state, first.endedReason, next ? await counted(next.email, 'You won') : 0]
    }
    return { ...staged, at: new Date(answerBy), read, settle: () => at.endWinners(staged.giveaway.id) }
  }

  return [
    ...reminders,
    {
      ...{ name: 'the answer of a winner', covers: ['ANSWER_DAYS'], isLasting: true, work: 'winners' },
      make: () => answer('Answered'),
      before: ['notified', null, 0],
      after: ['forfeited', `No answer within ${ANSWER_DAYS} days.`, 1],
    },
    {
      ...{ name: 'an answer soon due becomes work of Today', covers: ['AHEAD_DAYS'], isLasting: false, work: 'none' },
      make: async () => {
        const { id, at: due, settle } = await answer('Due Soon')
        return {
          settle,
          at: new Date(+due - 3 * DAY),
          read: async () => {
            const { work } = (await asAdmin('/api/admin/today')).json
            const items = work.find(({ kind }: { kind: string }) => kind === 'winner_answers')?.items ?? []
            return [(await winner(id)).state, items.some((item: { id: string }) => item.id === id)]
          },
        }
      },
      before: ['notified', false],
      after: ['notified', true],
    },
    {
      ...{ name: 'what is kept of a tax form', covers: ['KEEP_TAX_FORM_YEARS'], isLasting: true, work: 'forgetting' },
      make: async () => {
        const { id, email, giveaway } = await accepted('Taxed', 2500)
        const form = { firstName: 'Jo', lastName: 'Neil', numberKind: 'ssn', number: '219-09-9999' }
        const json = { ...form, isTrue: true, signedAs: 'Jo Neil', key: await keyFor(email) }
        const sent = await shop.call(`/api/prizes/${id}/tax-form`, { json })
        if (sent.status !== 200) throw new Error(sent.text)
        const year = shop.clock.now().getUTCFullYear()
        return {
          ...{ at: new Date(Date.UTC(year + 5, 0)), settle: () => at.endWinners(giveaway.id) },
          read: async () =>
            (await shop.services.pool.query('select from tax_form where winner_id = $1', [id])).rowCount,
        }
      },
      ...{ before: 1, after: 0 },
    },
  ]
}
