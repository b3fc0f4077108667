import { formatMoney, toCents } from '#kernel/values/money.ts'
import { durationInWords } from '#kernel/values/words/duration-in-words.ts'

type Gaps = { gapSeconds: number; longGapSeconds: number; longGapFrom: number }

/** From the sealed list to the round: "1 hour later (2 hours for prizes of $5,000 or more)", and one duration where both are equal. */
export function gapInWords({ gapSeconds, longGapSeconds, longGapFrom }: Gaps): string {
  const later = `${durationInWords(gapSeconds)} later`
  if (longGapSeconds === gapSeconds) return later
  return `${later} (${durationInWords(longGapSeconds)} for prizes of ${formatMoney(toCents(longGapFrom), 'short')} or more)`
}
