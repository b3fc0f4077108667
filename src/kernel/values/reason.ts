import { z } from 'zod'

/** Error for staff who leave a required reason empty. */
export const MISSING_REASON = 'Please give a reason.'

/** A reason that staff give for an action. The field's label says who reads the reason. */
export const Reason = z
  .string({ error: MISSING_REASON })
  .trim()
  .min(1, MISSING_REASON)
  .max(500, 'The reason must be 500 characters or less.')
