import { badRequest, type ErrorTable } from '#platform/errors.ts'

export const ADDRESS_ERRORS = {
  /** Details: `suggestion` with city, state and ZIP code or null; `canConfirm`. */
  address_mismatch: badRequest('City, state and ZIP code do not agree: {words}.'),
} as const satisfies ErrorTable
