import type { ShownDispute } from './disputes-client.ts'

/** The effect of a dispute on the credits of its order, per tier. */
export function CreditEffects({ dispute }: { dispute: ShownDispute }) {
  if (dispute.credits.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {dispute.credits.map(credit => (
        <li key={credit.tier}>
          {credit.tier}: {wordsOf(dispute, credit)}
        </li>
      ))}
    </ul>
  )
}

const credits = (count: number) => (count === 1 ? '1 credit' : `${count} credits`)
const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

function wordsOf({ status }: ShownDispute, credit: ShownDispute['credits'][number]): string {
  const { owed, frozen, flagged, missing, taken } = credit
  if (status === 'lost') return `${taken} of ${credits(owed)} taken back${drawn(owed - taken)}`
  if (status === 'won' || status === 'prevented') return `${credits(frozen)} and ${entries(flagged)} free again`
  return `${credits(frozen)} frozen, ${entries(flagged)} flagged${drawn(missing)}`
}

const drawn = (count: number) => (count > 0 ? `, ${credits(count)} spent on entries that were drawn` : '')
