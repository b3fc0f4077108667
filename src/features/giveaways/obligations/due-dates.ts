import { dayInWords } from '#kernel/values/format-moment.ts'
import { type Day, daysAfter, shopDayOf } from '#kernel/values/shop-day.ts'
import { type Condition, DUTIES, type DueRule, type Duty } from './duties.ts'
import { amountOfYear } from './reported-prizes.ts'

/** What the duties of a giveaway follow from. */
export type DutyFacts = {
  /** The highest since the publication. */
  valueCents: number
  eligibleStates: readonly string[]
  /** All states that the giveaway was open in since its publication: a duty after the draw stays when its state leaves. */
  widestStates: readonly string[]
  /** States in which the shop has a store. */
  retailStates: readonly string[]
  /** The first moment at which an entry is possible: early access begins before the start. */
  beginsAt: Date
  /** When the winner was drawn, or is to be; null while the end is open. */
  drawAt: Date | null
  /** The official rules in force, or those that a draft would be published with. Absent where no filing is asked about. */
  rules?: { version: number; hash: string }
  /** The zone of the giveaway's days. */
  timeZone: string
  /** A cancelled giveaway has no winner, so that nothing follows from its draw. */
  isCancelled: boolean
}

/** The duties of a giveaway, in the order of the table. */
export const dutiesOf = (facts: DutyFacts): readonly Duty[] =>
  DUTIES.filter(({ when, due }) =>
    due.rule === 'before'
      ? applies(when, facts)
      : !facts.isCancelled && applies(when, { ...facts, eligibleStates: facts.widestStates }),
  )

function applies({ openIn, above, fromByYear, retailIn }: Condition, facts: DutyFacts): boolean {
  if (openIn && !facts.eligibleStates.includes(openIn)) return false
  if (retailIn && !facts.retailStates.includes(retailIn)) return false
  if (above !== undefined && facts.valueCents <= above) return false
  return !fromByYear || facts.valueCents >= amountOfYear(fromByYear, yearOf(facts.drawAt ?? facts.beginsAt, facts))
}

const yearOf = (at: Date, { timeZone }: DutyFacts): number => Number(shopDayOf(at, timeZone).slice(0, 4))

/** The last day on which a duty is in time; null while the day of the draw is open. Days are those of the giveaway's zone. */
export function dueDayOf(due: DueRule, facts: DutyFacts): Day | null {
  const { beginsAt, drawAt, timeZone } = facts
  if (due.rule === 'before') return daysAfter(shopDayOf(beginsAt, timeZone), -due.days)
  if (!drawAt) return null
  if (due.rule === 'after') return daysAfter(shopDayOf(drawAt, timeZone), due.days)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return nextWeekday(`${yearOf(drawAt, facts) + 1}-${twoDigits(due.month)}-${twoDigits(due.day)}`)
}

/** A federal due date on a weekend moves to Monday. Holidays are not known here. */
function nextWeekday(day: Day): Day {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return daysAfter(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}

/** What staff recorded for a duty, with the facts of the giveaway at that time. */
export type Finished = {
  state: 'done' | 'overridden'
  /** The day on which the duty was done; null for an override. */
  doneOn: Day | null
  valueCents: number
  beginsAt: Date
  /** SHA-256 of the official rules that were filed; null where none were. */
  rulesHash: string | null
  /** The published version with these words; null for a draft's. */
  rulesVersion: number | null
}

/** `changed`: finished for a lower prize, a later start or other official rules, so that it is to be done again. */
export const STATUSES = ['open', 'overdue', 'changed', 'done', 'overridden'] as const
export type Status = (typeof STATUSES)[number]

const areOtherRulesFiled = ({ rulesHash }: Finished, { rules }: DutyFacts) =>
  rulesHash !== null && rules !== undefined && rules.hash !== rulesHash

/** Whether a finished task still covers the giveaway. A lower value or a later start needs no new filing; other official rules do. */
const covers = (finished: Finished, facts: DutyFacts) =>
  facts.valueCents <= finished.valueCents && facts.beginsAt >= finished.beginsAt && !areOtherRulesFiled(finished, facts)

/** How the filed rules differ from those of the giveaway; null where they are equal, or none were filed. */
export function filedRulesInWords(finished: Finished | undefined, facts: DutyFacts): string | null {
  if (!finished || !areOtherRulesFiled(finished, facts)) return null
  const { rulesVersion } = finished
  if (rulesVersion === null) return 'The official rules changed after they were filed.'
  return `The filed rules are version ${rulesVersion}; the giveaway’s rules are version ${facts.rules!.version}.`
}

export function statusOf(dueOn: Day | null, finished: Finished | undefined, facts: DutyFacts, now: Date): Status {
  if (finished) return covers(finished, facts) ? finished.state : 'changed'
  return dueOn !== null && dueOn < shopDayOf(now, facts.timeZone) ? 'overdue' : 'open'
}

/** Why a giveaway cannot be published: a duty before the first entry that is open, or was done too late for this start. */
export type Block = {
  duty: Duty
  dueOn: Day
  /** The first day on which entries could begin. */
  earliest: Day
  doneOn: Day | null
  /** How the filed rules differ from those of the giveaway. */
  otherRules: string | null
}

/** The duty's block, or null where it stands in the way of nothing. */
export function blockOf(duty: Duty, finished: Finished | undefined, facts: DutyFacts, now: Date): Block | null {
  const { due } = duty
  if (due.rule !== 'before') return null
  const isFinished = finished && covers(finished, facts)
  const doneOn = (isFinished && finished.doneOn) || null
  const dueOn = dueDayOf(due, facts)!
  if (isFinished && (doneOn === null || doneOn <= dueOn)) return null
  const otherRules = filedRulesInWords(finished, facts)
  return { duty, dueOn, earliest: daysAfter(doneOn ?? shopDayOf(now, facts.timeZone), due.days), doneOn, otherRules }
}

/** One sentence that names the duty and its date, or the earliest start where the date has passed; a second one where other rules are filed. */
export const blockInWords = (block: Block, now: Date): string =>
  [taskInWords(block, now), block.otherRules].filter(Boolean).join(' ')

function taskInWords({ duty, dueOn, earliest, doneOn }: Block, now: Date): string {
  const { jurisdiction, task, due } = duty
  const days = due.rule === 'before' ? due.days : 0
  if (days === 0) return `${jurisdiction}: ${task}, before the first entry.`
  if (doneOn === null && dueOn >= shopDayOf(now)) return `${jurisdiction}: ${task}, by ${dayInWords(dueOn, 'long')}.`
  const done = doneOn === null ? 'Not done' : `Done on ${dayInWords(doneOn, 'long')}`
  return `${jurisdiction} needs ${days} days before the first entry: ${dayInWords(earliest, 'long')} at the earliest. ${done}: ${task}.`
}
