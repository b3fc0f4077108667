import { formatMoney, toCents } from '#kernel/values/money.ts'

const UNITS = [
  { noun: 'day', seconds: 86_400 },
  { noun: 'hour', seconds: 3600 },
  { noun: 'minute', seconds: 60 },
  { noun: 'second', seconds: 1 },
]

/** "1 hour", "90 minutes", "10 seconds": in the largest unit that divides the duration. */
export function durationInWords(seconds: number): string {
  const unit = UNITS.find(each => seconds >= each.seconds && seconds % each.seconds === 0)!
  const count = seconds / unit.seconds
  return `${count} ${unit.noun}${count === 1 ? '' : 's'}`
}

type Gaps = { gapSeconds: number; longGapSeconds: number; longGapFrom: number }

/** From the sealed list to the round: "1 hour later (2 hours for prizes of $5,000 or more)", and one duration where both are equal. */
export function gapInWords({ gapSeconds, longGapSeconds, longGapFrom }: Gaps): string {
  const later = `${durationInWords(gapSeconds)} later`
  if (longGapSeconds === gapSeconds) return later
  return `${later} (${durationInWords(longGapSeconds)} for prizes of ${formatMoney(toCents(longGapFrom), 'short')} or more)`
}
