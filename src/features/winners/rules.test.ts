import { describe, expect, it } from 'vitest'
import { reportedFromCents } from '#features/giveaways/obligations/reported-prizes.ts'
import { actionsOf, objectionTo, papersFor, reminderDue, taskOf } from './rules.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const flow = { selectedAt: at('2026-03-01'), answeredAt: null, shippedAt: null, papers: [], proposedAt: null }

describe('papers', () => {
  it('papers depend on the value of the prize, the tax form on the law of the year [B-13.57]', () => {
    expect([2025, 2026, 2030].map(reportedFromCents)).toEqual([60_000, 200_000, 200_000])
    const of = (countedCents: number, year: number, otherCents = 0) => papersFor({ countedCents, otherCents, year })
    expect(of(59_999, 2026)).toEqual([])
    expect(of(60_000, 2026)).toEqual(['affidavit'])
    expect(of(199_999, 2026)).toEqual(['affidavit'])
    expect(of(200_000, 2026)).toEqual(['tax-form', 'affidavit'])
    expect(of(60_000, 2025)).toEqual(['tax-form', 'affidavit'])
    // The tax form counts all prizes of a calendar year together; the affidavit counts each prize alone.
    expect(of(10_000, 2026, 190_000)).toEqual(['tax-form'])
  })
})

describe('tasks', () => {
  it('tasks follow from the state of a winner, each with its due date [B-13.55] [B-13.59]', () => {
    expect(taskOf({ ...flow, state: 'drawn' })).toEqual({ task: 'tell', dueAt: at('2026-03-04') })
    expect(taskOf({ ...flow, state: 'notified' })).toBeNull()
    const proposed = taskOf({ ...flow, state: 'notified', proposedAt: at('2026-03-09') })
    expect(proposed).toEqual({ task: 'confirm-pass', dueAt: at('2026-03-12') })
    const accepted = { ...flow, state: 'accepted', answeredAt: at('2026-03-02') } as const
    expect(taskOf(accepted)).toEqual({ task: 'ship', dueAt: at('2026-03-09') })
    const paper = (status: 'asked' | 'received' | 'checked', day: string) =>
      ({ kind: 'affidavit', status, statusAt: at(day) }) as const
    const asked = [paper('asked', '2026-03-02'), paper('received', '2026-03-05')]
    expect(taskOf({ ...accepted, papers: asked })).toEqual({ task: 'check-papers', dueAt: at('2026-03-08') })
    const waiting = [paper('asked', '2026-03-02'), paper('checked', '2026-03-05')]
    expect(taskOf({ ...accepted, papers: waiting })).toEqual({ task: 'collect-papers', dueAt: at('2026-03-16') })
    const ready = [paper('checked', '2026-03-05'), paper('checked', '2026-03-06')]
    expect(taskOf({ ...accepted, papers: ready })).toEqual({ task: 'ship', dueAt: at('2026-03-13') })
    const shipped = { ...accepted, state: 'shipped', shippedAt: at('2026-03-10') } as const
    expect(taskOf(shipped)).toEqual({ task: 'confirm', dueAt: at('2026-03-24') })
    for (const state of ['done', 'declined', 'forfeited', 'disqualified'] as const)
      expect(taskOf({ ...flow, state })).toBeNull()
  })

  it('tasks offer the possible actions, and nothing ships before its papers are checked', () => {
    const owner = { role: 'owner', hasEmail: true } as const
    const of = (state: 'accepted' | 'done', ...statuses: ('received' | 'checked')[]) =>
      actionsOf({ ...owner, state, task: null, papers: statuses.map(status => ({ status })), isPassProposed: false })
    expect(of('accepted')).toEqual(['pass-on', 'ship', 'write'])
    expect(of('accepted', 'checked', 'received')).toEqual(['pass-on', 'papers', 'write'])
    expect(of('accepted', 'checked')).toContain('ship')
    expect(of('done')).toEqual(['write'])
    const proposed = { state: 'notified', task: 'confirm-pass', papers: [], isPassProposed: true } as const
    expect(actionsOf({ ...owner, ...proposed })).toEqual(['tell', 'accept', 'write', 'decide-pass'])
    expect(actionsOf({ ...owner, ...proposed, hasEmail: false })).toEqual(['tell', 'accept', 'decide-pass'])
    expect(actionsOf({ ...owner, ...proposed, role: 'manager' })).toEqual(['tell', 'accept', 'write'])
    expect(actionsOf({ ...owner, ...proposed, role: 'support' })).toEqual([])
  })
})

it('reminders are due on days 3 and 6, and once where the first was missed', () => {
  const told = at('2026-03-01')
  expect(reminderDue(told, 0, at('2026-03-03'))).toBeNull()
  expect(reminderDue(told, 0, at('2026-03-04'))).toBe(1)
  expect(reminderDue(told, 1, at('2026-03-06'))).toBeNull()
  expect(reminderDue(told, 1, at('2026-03-07'))).toBe(2)
  expect(reminderDue(told, 0, at('2026-03-07'))).toBe(2)
  expect(reminderDue(told, 2, at('2026-03-08'))).toBeNull()
})

it('excludes users who left, staff, users too young, and a person who had the prize under another entry [B-18.18]', () => {
  const person = {
    userId: null as string | null,
    senderId: null as string | null,
    email: 'Ada@example.com',
    hasLeft: false,
    isStaff: false,
    birthDate: '2005-03-02',
    enteredAt: at('2026-03-02'),
  }
  const objection = (
    change: Partial<typeof person> | { birthDate: null } = {},
    ...before: Partial<Pick<typeof person, 'userId' | 'senderId' | 'email'>>[]
  ) => {
    const people = before.map(other => ({ userId: null, senderId: null, email: '', ...other }))
    return objectionTo({ ...person, ...change }, people, 21)?.reason ?? null
  }
  const same = 'The same person as before.'
  expect(objection({}, { email: 'bo@example.com' })).toBeNull()
  expect(objection({}, { email: 'ada@EXAMPLE.com' })).toBe(same)
  expect(objection({ email: '' }, { email: '' })).toBeNull()
  expect(objection({ email: '', senderId: 's-1' }, { senderId: 's-2' }, { email: 'bo@example.com' })).toBeNull()
  expect(objection({ email: '', senderId: 's-1' }, { senderId: 's-1' })).toBe(same)
  expect(objection({ userId: 'u-1' }, { userId: 'u-1', email: 'bo@example.com' })).toBe(same)
  expect(objection({ hasLeft: true })).toBe('The account was deleted.')
  expect(objection({ isStaff: true })).toBe('Works for the shop.')
  expect(objection({ enteredAt: at('2026-03-01') })).toBe('Was not 21 on the day of the entry.')
  expect(objection({ birthDate: null })).toBeNull()
})
