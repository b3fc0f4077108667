import { requiredText } from '#kernel/values/inputs/texts.ts'

/** Error for staff who leave a required reason empty. */
export const MISSING_REASON = 'Please give a reason.'

/** A reason that staff give for an action. The field's label says who reads the reason. */
export const Reason = requiredText(MISSING_REASON, 500, 'The reason must be 500 characters or less.')
