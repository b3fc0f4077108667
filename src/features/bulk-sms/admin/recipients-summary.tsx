import { Notice } from '#ui/feedback/notice.tsx'
import { LEFT_OUT, type LeftOut, NOBODY_FOUND } from '../rules.ts'
import type { ShownPreview } from './sms-client.ts'

/** How many of the chosen users can get the SMS, and why the others cannot. */
export function RecipientsSummary({ preview }: { preview: ShownPreview }) {
  const { reachable, processedCount, isComplete, leftOut } = preview
  if (reachable === 0 && isComplete) return <Notice kind="warning">{NOBODY_FOUND}</Notice>
  const count = (n: number) => n.toLocaleString('en-US')
  return (
    <div className="text-sm">
      <p>
        <span className="figure font-semibold text-lg">{count(reachable)}</span> of {isComplete ? '' : 'the first '}
        {count(processedCount)} can be sent an SMS.
        {!isComplete && ' The rest are looked at while it is sent.'}
      </p>
      <LeftOutList leftOut={leftOut} />
    </div>
  )
}

/** The reasons for leaving users out, each with its count. */
export function LeftOutList({ leftOut }: { leftOut: Partial<Record<LeftOut, number>> }) {
  const reasons = Object.entries(leftOut) as [LeftOut, number][]
  if (reasons.length === 0) return null
  return (
    <ul className="mt-1 text-muted">
      {reasons.map(([why, count]) => (
        <li key={why}>
          {count.toLocaleString('en-US')}: {LEFT_OUT[why]}
        </li>
      ))}
    </ul>
  )
}
