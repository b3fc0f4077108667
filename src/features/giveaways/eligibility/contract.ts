import { z } from 'zod'
import { REGIONS } from '#kernel/shipping/us-states.ts'
import { inListOrder } from './rules.ts'

/** Codes of states and territories whose residents may enter. */
export const EligibleStates = z
  .array(z.enum(REGIONS, 'Name states by their two letters.'), { error: 'Choose the states.' })
  .min(1, 'Choose at least one state.')
  .max(200)
  .transform(inListOrder)

/** The giveaway's own minimum age; null leaves it to the settings. */
export const OwnMinimumAge = z
  .int('Enter a whole number.')
  .min(21, 'The minimum age is 21 to 99.')
  .max(99, 'The minimum age is 21 to 99.')
  .nullable()
