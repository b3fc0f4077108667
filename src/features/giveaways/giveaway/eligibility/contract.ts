import { z } from 'zod'
import { REGIONS } from '#kernel/shipping/us-states.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { ELIGIBILITY_ERRORS } from '../errors/eligibility-errors.ts'
import { inListOrder } from './rules.ts'

type Code = keyof typeof ELIGIBILITY_ERRORS
/** Reasons for which a giveaway's terms refuse a person. */
export const INELIGIBLE = Object.keys(ELIGIBILITY_ERRORS) as [Code, ...Code[]]

/** Codes of states and territories whose residents may enter. */
export const EligibleStates = z
  .array(z.enum(REGIONS, ifWrong('Name states by their two letters.')), ifMissing('Choose the states.'))
  .min(1, 'Choose at least one state.')
  .max(200)
  .transform(inListOrder)

/** The giveaway's own minimum age; null leaves it to the settings. */
export const OwnMinimumAge = z
  .int(ifWrong('Enter a whole number.'))
  .min(21, 'The minimum age is 21 or more.')
  .max(99, 'The minimum age is 99 or less.')
  .nullable()
