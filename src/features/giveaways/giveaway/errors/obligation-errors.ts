import {
  badRequest,
  conflict,
  contentTooLarge,
  type ErrorTable,
  notFound,
  unsupportedMediaType,
} from '#platform/errors.ts'

export const OBLIGATION_ERRORS = {
  /** Details: `sentences`, one for each duty that is missing, and `duties`, their ids. */
  obligations_open: conflict('Duties before the first entry are open. {sentences}'),
  obligation_not_found: notFound('This giveaway has no such duty.'),
  obligation_done_in_future: conflict('The day of a filing cannot lie in the future.'),
  obligation_finished: conflict('This duty is finished already. Undo it first.'),
  obligation_not_finished: conflict('This duty is open already.'),
  evidence_missing: badRequest('Choose one file.'),
  evidence_unreadable: unsupportedMediaType('This file is no PDF and no picture. Use PDF, JPEG, PNG or WebP.'),
  evidence_too_large: contentTooLarge('This file is larger than 5 MB.'),
  evidence_not_found: notFound('This duty has no file.'),
} as const satisfies ErrorTable
