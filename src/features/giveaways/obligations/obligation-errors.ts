import type { ErrorTable } from '#platform/errors.ts'

export const OBLIGATION_ERRORS = {
  /** Details: `sentences`, one for each duty that is missing, and `duties`, their ids. */
  obligations_open: { status: 409, message: 'Duties before the first entry are open. {sentences}' },
  obligation_not_found: { status: 404, message: 'This giveaway has no such duty.' },
  obligation_done_in_future: { status: 409, message: 'The day of a filing cannot lie in the future.' },
  obligation_finished: { status: 409, message: 'This duty is finished already. Undo it first.' },
  obligation_not_finished: { status: 409, message: 'This duty is open already.' },
  evidence_missing: { status: 400, message: 'Choose one file.' },
  evidence_unreadable: { status: 415, message: 'This file is no PDF and no picture. Use PDF, JPEG, PNG or WebP.' },
  evidence_too_large: { status: 413, message: 'This file is larger than 5 MB.' },
  evidence_not_found: { status: 404, message: 'This duty has no file.' },
} as const satisfies ErrorTable
