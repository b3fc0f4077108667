import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'

export const RULES_ERRORS = {
  rules_not_found: notFound('There is no such version of these rules.'),
  rules_reason_needed: conflict(
    'There are entries under the official rules. Give a reason for the change, which the rules page shows.',
  ),
  /** `places` lists the jurisdictions that have the rules in force. */
  filed_rules_reason_needed: conflict(
    'The official rules were filed in {places}, and filed rules should not change. A change opens each filing again. Give a reason for it, which the rules page shows.',
  ),
  /** `facts` lists what the rules would say of the shop. */
  example_facts: conflict(
    'The official rules would name example data: {facts}. Enter your own in the settings first, then publish.',
  ),
} as const satisfies ErrorTable
