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
