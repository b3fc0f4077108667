import { dayInWords, formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import type { Obligation } from '../contract.ts'

const STATUS: Record<Obligation['status'], { word: string; tone: BadgeTone }> = {
  open: { word: 'Open', tone: 'neutral' },
  overdue: { word: 'Overdue', tone: 'danger' },
  changed: { word: 'Terms changed', tone: 'warning' },
  done: { word: 'Done', tone: 'success' },
  overridden: { word: 'Set aside', tone: 'signal' },
}

/** The state of a duty, its date, and who finished it by what. */
export function DutyStatus({ duty }: { duty: Obligation }) {
  const { status, dueOn, finished, otherRules } = duty
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={STATUS[status].tone}>{STATUS[status].word}</Badge>
        <span>{dueOn ? `Due ${dayInWords(dueOn, 'long')}` : 'Due after the draw, whose day is open'}</span>
      </p>
      {finished && <p className="text-sm wrap-anywhere">{finishedInWords(finished, { status, otherRules })}</p>}
    </>
  )
}

function finishedInWords(
  finished: NonNullable<Obligation['finished']>,
  { status, otherRules }: Pick<Obligation, 'status' | 'otherRules'>,
): string {
  const { by, at, doneOn, note, file, value } = finished
  const what = doneOn ? `Done on ${dayInWords(doneOn, 'long')}` : 'Set aside'
  const recorded = `recorded by ${by ?? 'staff'}, ${formatMoment(new Date(at))}`
  const covered = otherRules
    ? ` ${otherRules}`
    : status === 'changed'
      ? ` It covered a prize of ${formatMoney(toCents(value), 'short')} and a later first entry.`
      : ''
  return `${[what, recorded, note, file?.name].filter(Boolean).join(' · ')}.${covered}`
}
