import { z } from 'zod'
import { dollarInput, steppedInput } from '#kernel/values/inputs/decimals.ts'
import { ifWrong } from '#kernel/values/inputs/field-sentences.ts'

/** The sentences of a range that `words` names. */
const range = (words: string) => ({ low: `${words} (this is too low)`, high: `${words} (this is too high)` })
/** A whole number of a range. */
export const whole = (least: number, most: number, words: string) => {
  const { low, high } = range(words)
  return z.number(ifWrong(words)).int(words).min(least, low).max(most, high)
}
/** A rate in steps of a millionth, finer than any published rate. */
export const rate = (high: number, words: string) =>
  steppedInput(1_000_000, [0, high], {
    wrong: 'Please type a number such as 8.25',
    ...range(words),
    steps: 'At most four decimals of a percent',
  })
/** Dollars of a range. */
export const dollars = (low: number, high: number, words: string) =>
  dollarInput([low, high], {
    wrong: 'Please type a number such as 19.90',
    ...range(words),
    steps: 'At most two decimals',
  })
