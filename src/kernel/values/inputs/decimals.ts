import { z } from 'zod'
import { ifWrong, missingOrWrong } from '#kernel/values/inputs/field-sentences.ts'
import { toCents, toDollars } from '../money.ts'

/** The largest float error, in steps. Ten million dollars have a tenth of it, in cents. */
const NOISE = 1e-6

/** The nearest whole number of steps, when the number differs from it by a float's error only: `1.1 * 3` dollars are 330 cents. */
function wholeSteps(number: number, stepsInOne: number): number | undefined {
  const steps = Math.round(number * stepsInOne)
  return Math.abs(number * stepsInOne - steps) < NOISE ? steps : undefined
}

/** Rounds a float's error away. A number between two steps is unchanged. */
export function withoutNoise(number: number, stepsInOne: number): number {
  const steps = wholeSteps(number, stepsInOne)
  // `|| 0`, because 0.3 - 0.1 * 3 is a little less than 0 and would become -0.
  return steps === undefined ? number : steps / stepsInOne || 0
}

/** `missing` is the sentence of a required field that has a name of its own in it, as in an import. */
type Sentences = { missing?: string; wrong: string; low: string; high: string; steps: string }

/**
 * A number with a limit of decimals, such as a rate. A float's error is rounded away before the limits are checked.
 * @param stepsInOne 100 for two decimals, which refuses 1.005.
 */
export const steppedInput = (stepsInOne: number, [low, high]: readonly [number, number], sentences: Sentences) =>
  z
    .number(sentences.missing ? missingOrWrong(sentences.missing, sentences.wrong) : ifWrong(sentences.wrong))
    .overwrite(number => withoutNoise(number, stepsInOne))
    .min(low, sentences.low)
    .max(high, sentences.high)
    .refine(number => wholeSteps(number, stepsInOne) !== undefined, sentences.steps)

/** Marks a field as money, in the OpenAPI document too. */
const DOLLARS = { 'x-unit': 'dollars' }

/** An amount that is entered, in dollars with at most two decimals. */
export const dollarInput = (range: readonly [number, number], sentences: Sentences) =>
  steppedInput(100, range, sentences).meta(DOLLARS)

/** An amount that is entered in whole dollars. */
export const wholeDollarInput = (range: readonly [number, number], sentences: Omit<Sentences, 'steps'>) =>
  z
    .number(ifWrong(sentences.wrong))
    .overwrite(number => withoutNoise(number, 1))
    .int(sentences.wrong)
    .min(range[0], sentences.low)
    .max(range[1], sentences.high)
    .meta(DOLLARS)

/** An amount that the sender computed or was shown, for a comparison with the shop's own: the nearest cent. */
export const comparedDollars = z
  .number()
  .overwrite(dollars => toDollars(toCents(dollars)) || 0)
  .min(0)
  .max(10_000_000)
  .meta(DOLLARS)
