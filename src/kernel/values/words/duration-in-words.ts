import { counted } from './counted.ts'

const UNITS = [
  { noun: 'hour', seconds: 3600 },
  { noun: 'minute', seconds: 60 },
  { noun: 'second', seconds: 1 },
]
const DAY = 86_400
/** Beyond this many seconds whole days are said in days, as in `timeLeftInWords`. */
const DAYS_BEYOND = 3 * DAY

/** A duration without rounding, because legal texts promise it: "24 hours", "1 hour 30 minutes", "17 hours 3 seconds", "7 days". */
export function durationInWords(seconds: number): string {
  if (seconds > DAYS_BEYOND && seconds % DAY === 0) return counted(seconds / DAY, 'day')
  let rest = seconds
  const parts: string[] = []
  for (const unit of UNITS) {
    const count = Math.floor(rest / unit.seconds)
    rest -= count * unit.seconds
    if (count > 0) parts.push(counted(count, unit.noun))
  }
  return parts.join(' ') || '0 seconds'
}
