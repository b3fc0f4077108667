import type { ReasonClass } from '#features/draws/rules.ts'
import { notifyByOf } from '#features/giveaways/giveaway/rules.ts'
import { reportedFromCents } from '#features/giveaways/obligations/reported-prizes.ts'
import { hasRight, type Right, type Role } from '#kernel/rights.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import { DAY_MS } from '#kernel/values/durations.ts'

/** States of a winner. The last three are final and pass the prize on to the next alternate. */
export const STATES = [
  'drawn',
  'notified',
  'accepted',
  'shipped',
  'done',
  'declined',
  'forfeited',
  'disqualified',
] as const
export type State = (typeof STATES)[number]

/** Orders of the list of winners. `state` follows the way of a prize, `deadline` the next moment that is due. */
export const WINNER_SORTS = ['drawn', 'giveaway', 'state', 'deadline'] as const
export type WinnerSort = (typeof WINNER_SORTS)[number]
export type WinnerOrder = { sort: WinnerSort; way: 'up' | 'down' }

export const ENDS = ['declined', 'forfeited', 'disqualified'] as const
export type End = (typeof ENDS)[number]

/** The classes in the public log for each end; the first is the usual one. */
export const CLASSES_OF: Record<End, readonly ReasonClass[]> = {
  declined: ['declined', 'left'],
  forfeited: ['no_reply', 'papers_missing', 'unreachable'],
  disqualified: ['ineligible', 'left'],
}

/** Days after the notice on which a silent winner is reminded. */
export const REMINDER_DAYS = [3, 6] as const

/** Days within which staff check received papers, chase missing papers, ship, confirm the delivery, and decide about a proposal. */
const CHECK_DAYS = 3
const PAPERS_DAYS = 14
const SHIP_DAYS = 7
const ARRIVAL_DAYS = 14
const SETTLE_DAYS = 7
const CONFIRM_DAYS = 3

/** @param days may be negative. */
export const inDays = (from: Date, days: number): Date => new Date(+from + days * DAY_MS)

export const PAPERS = ['tax-form', 'affidavit'] as const
export type PaperKind = (typeof PAPERS)[number]
export const PAPER_STATUSES = ['asked', 'received', 'checked'] as const
export type PaperStatus = (typeof PAPER_STATUSES)[number]

/**
 * Prize value, in cents, from which an affidavit of eligibility with the liability and publicity release is required. The shop's own rule,
 * at the customary threshold of sponsors.
 */
const AFFIDAVIT_FROM_CENTS = 60_000

/**
 * The papers that a prize requires from its winner.
 * @param prize.countedCents its highest value since the publication.
 * @param prize.otherCents the value of the person's other prizes in the calendar year.
 */
export function papersFor(prize: { countedCents: number; otherCents: number; year: number }): PaperKind[] {
  const isReported = prize.countedCents + prize.otherCents >= reportedFromCents(prize.year)
  return [
    ...(isReported ? (['tax-form'] as const) : []),
    ...(prize.countedCents >= AFFIDAVIT_FROM_CENTS ? (['affidavit'] as const) : []),
  ]
}

export type Paper = { kind: PaperKind; status: PaperStatus; statusAt: Date }

export const TASKS = [
  'tell',
  'collect-papers',
  'check-papers',
  'ship',
  'confirm',
  'confirm-pass',
  'nobody-left',
] as const
export type Task = (typeof TASKS)[number]
/** Tasks are counted up to this limit. */
export const TASK_COUNT_LIMIT = 500

type Flow = {
  state: State
  selectedAt: Date
  answeredAt: Date | null
  shippedAt: Date | null
  papers: readonly Paper[]
  /** When a proposal to pass on the prize was made that waits for a second person. */
  proposedAt: Date | null
}

const earliest = (papers: readonly Paper[]) => papers.toSorted((a, b) => +a.statusAt - +b.statusAt)[0]!.statusAt

/** The next task of staff for a winner, with its due date. Null while the winner must answer, and at the end. */
export function taskOf(flow: Flow): { task: Task; dueAt: Date } | null {
  const { state, selectedAt, answeredAt, shippedAt, papers, proposedAt } = flow
  if (proposedAt) return { task: 'confirm-pass', dueAt: inDays(proposedAt, CONFIRM_DAYS) }
  if (state === 'drawn') return { task: 'tell', dueAt: notifyByOf(selectedAt) }
  if (state === 'shipped') return { task: 'confirm', dueAt: inDays(shippedAt!, ARRIVAL_DAYS) }
  if (state !== 'accepted') return null
  const received = papers.filter(({ status }) => status === 'received')
  if (received.length > 0) return { task: 'check-papers', dueAt: inDays(earliest(received), CHECK_DAYS) }
  const asked = papers.filter(({ status }) => status === 'asked')
  if (asked.length > 0) return { task: 'collect-papers', dueAt: inDays(earliest(asked), PAPERS_DAYS) }
  const readyAt = new Date(Math.max(+answeredAt!, ...papers.map(({ statusAt }) => +statusAt)))
  return { task: 'ship', dueAt: inDays(readyAt, SHIP_DAYS) }
}

/** The staff task for a prize without remaining alternates. */
export const nobodyLeft = (endedAt: Date) => ({ task: 'nobody-left' as const, dueAt: inDays(endedAt, SETTLE_DAYS) })

export const ACTIONS = [
  'tell',
  'accept',
  'pass-on',
  'decide-pass',
  'papers',
  'ship',
  'correct-tracking',
  'finish',
  'write',
  'settle',
] as const
export type Action = (typeof ACTIONS)[number]

/** States from which each staff action is allowed. The guarded write of the action checks these states too. */
export const FROM: Record<Exclude<Action, 'settle' | 'decide-pass'>, readonly State[]> = {
  tell: ['drawn', 'notified'],
  accept: ['drawn', 'notified'],
  'pass-on': ['drawn', 'notified', 'accepted'],
  papers: ['accepted'],
  ship: ['accepted'],
  'correct-tracking': ['shipped'],
  finish: ['shipped'],
  write: ['drawn', 'notified', 'accepted', 'shipped', 'done'],
}

/** The right of each action: that of its route, and of its button. */
export const RIGHT_OF = {
  tell: 'winners.change',
  accept: 'winners.change',
  'pass-on': 'winners.pass-on',
  'decide-pass': 'winners.pass-on',
  papers: 'winners.change',
  ship: 'winners.change',
  'correct-tracking': 'winners.change',
  finish: 'winners.change',
  write: 'winners.change',
  settle: 'winners.change',
} as const satisfies Record<Action, Right>

/** Actions that a caller of a role can take on a winner now. */
export function actionsOf(winner: {
  role: Role | null
  state: State
  /** A sender of cards may have no e-mail address. */
  hasEmail: boolean
  task: Task | null
  papers: readonly { status: PaperStatus }[]
  /** A proposal to pass on the prize waits for a second person. */
  isPassProposed: boolean
}): Action[] {
  const standing = (Object.keys(FROM) as (keyof typeof FROM)[]).filter(action => FROM[action].includes(winner.state))
  const isReady = winner.papers.every(({ status }) => status === 'checked')
  const possible = standing.filter(
    action =>
      (action !== 'ship' || isReady) &&
      (action !== 'papers' || winner.papers.length > 0) &&
      (action !== 'write' || winner.hasEmail) &&
      (action !== 'pass-on' || !winner.isPassProposed),
  )
  const also: Action[] = winner.isPassProposed ? ['decide-pass'] : winner.task === 'nobody-left' ? ['settle'] : []
  return [...possible, ...also].filter(action => hasRight(winner.role, RIGHT_OF[action]))
}

/** The due reminder: none, the first, or only the second if the first was missed. */
export function reminderDue(notifiedAt: Date, sent: number, now: Date): 1 | 2 | null {
  const due = REMINDER_DAYS.filter(days => inDays(notifiedAt, days) <= now).length
  return due > sent ? (due as 1 | 2) : null
}

/** Why an entrant cannot have the prize, and its class in the public log. */
type Objection = { reasonClass: 'left' | 'ineligible'; reason: string }

/** A sender of cards has no account, and possibly no e-mail address. */
type Person = { userId: string | null; senderId: string | null; email: string }

type Entrant = Person & { hasLeft: boolean; isStaff: boolean; birthDate: string | null; enteredAt: Date }

/**
 * Why a person named by the drawn order cannot have the prize; null if there is no objection. Every place is checked before its notice,
 * including the first. The entrant of a free entry without an account has no birth date on file and confirms the age with the answer.
 * @param before the people of the earlier places.
 */
export function objectionTo(entrant: Entrant, before: readonly Person[], minimumAge: number): Objection | null {
  if (entrant.hasLeft) return { reasonClass: 'left', reason: 'The account was deleted.' }
  const reason = ineligibilityOf(entrant, before, minimumAge)
  return reason === null ? null : { reasonClass: 'ineligible', reason }
}

function ineligibilityOf(entrant: Entrant, before: readonly Person[], minimumAge: number): string | null {
  if (entrant.isStaff) return 'Works for the shop.'
  // The rules require the minimum age on the day of entry; the proof is the birth date on file.
  if (entrant.birthDate && entrant.birthDate > bornUntil(entrant.enteredAt, minimumAge))
    return `Was not ${minimumAge} on the day of the entry.`
  return before.some(other => isSamePerson(entrant, other)) ? 'The same person as before.' : null
}

/** An unknown account, sender or address equals no other. */
const isSamePerson = (a: Person, b: Person): boolean =>
  [
    [a.userId, b.userId],
    [a.senderId, b.senderId],
    [a.email.toLowerCase(), b.email.toLowerCase()],
  ].some(([one, other]) => Boolean(one) && one === other)

/** Display text of each state. */
export const STATE_WORDS: Record<State, string> = {
  drawn: 'drawn',
  notified: 'waiting for an answer',
  accepted: 'accepted',
  shipped: 'shipped',
  done: 'done',
  declined: 'declined',
  forfeited: 'forfeited',
  disqualified: 'disqualified',
}

export const PAPER_WORDS: Record<PaperKind, string> = {
  'tax-form': 'Form W-9',
  affidavit: 'Affidavit of eligibility, with liability and publicity release',
}

export const PAPER_STATUS_WORDS: Record<PaperStatus, string> = {
  asked: 'asked for',
  received: 'received',
  checked: 'checked',
}

export const TASK_WORDS: Record<Task, string> = {
  tell: 'Tell the winner',
  'collect-papers': 'Collect the papers',
  'check-papers': 'Check the papers',
  ship: 'Ship the prize',
  confirm: 'See that it arrived',
  'confirm-pass': 'Decide about passing on',
  'nobody-left': 'No alternate is left: decide about the prize',
}
