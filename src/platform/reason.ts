import { z } from 'zod'

/** What staff are told, wherever a reason is asked for and none is given. */
export const MISSING_REASON = 'Please give a reason.'

/** Why staff do something. Who reads it is said where it is asked for. */
export const Reason = z
  .string({ error: MISSING_REASON })
  .trim()
  .min(1, MISSING_REASON)
  .max(500, 'The reason must be 500 characters or less.')
