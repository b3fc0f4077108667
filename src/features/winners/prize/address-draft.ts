import { problemsIn } from '#kernel/client/calls/field-problems.ts'
import { PrizeAddress } from '../contract.ts'

/** An address as typed in a form. */
export type AddressDraft = Record<'name' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode', string>

export const draftOf = (
  address: Partial<Record<keyof AddressDraft, string | null | undefined>> | null,
): AddressDraft => ({
  name: address?.name ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postalCode: address?.postalCode ?? '',
})

/** Validates with the server's schema before sending. @returns messages by field. */
export function problemsOf(draft: AddressDraft): Record<string, string> {
  const checked = PrizeAddress.safeParse(draft)
  return checked.success ? {} : problemsIn(checked.error)
}
