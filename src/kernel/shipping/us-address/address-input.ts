import { z } from 'zod'
import { checkAddress, type Place } from './address-check.ts'

/**
 * The check of an object with an address: mends what is certain, and reports at `state` and `postalCode` what no post office knows. It runs
 * where every part has its form. What does not agree is asked back by `requireAgreement`, because a person may confirm it.
 */
export function addressRule<T extends Place>(check: z.core.ParsePayload<T>): void {
  const { address, faults } = checkAddress(check.value)
  check.value = address
  for (const [part, message] of Object.entries(faults))
    check.issues.push({ code: 'custom', path: [part], message, input: check.value[part as 'state' | 'postalCode'] })
}

/** Says beside an address that city, state and ZIP code are right although they do not agree. */
export const addressConfirmed = z.boolean().optional()
