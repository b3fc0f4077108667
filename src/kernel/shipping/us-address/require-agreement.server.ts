import { refusals } from '#platform/errors.ts'
import type { DataContext } from '../../context.ts'
import { requireServed } from '../served-countries.server.ts'
import { checkAddress, type Place } from './address-check.ts'
import { ADDRESS_ERRORS } from './address-errors.ts'

const refuse = refusals(ADDRESS_ERRORS)

/**
 * Asks back an address whose city, state and ZIP code do not agree.
 * @param isConfirmed the caller's `addressConfirmed`
 * @throws address_mismatch with a `suggestion`; a confirmed one only where it is impossible (`canConfirm` is false then).
 */
export function requireAgreement(address: Place, isConfirmed: boolean | undefined): void {
  const { contradiction } = checkAddress(address)
  if (!contradiction || (isConfirmed && contradiction.isPossible)) return
  const { words, suggestion, isPossible: canConfirm } = contradiction
  throw refuse('address_mismatch', { words, suggestion, canConfirm })
}

type Given = {
  /** The address's name in the caller's body; none where the body is the address. */
  field?: string
  isConfirmed: boolean | undefined
}

/** @throws invalid_input for a country that the shop does not ship to; address_mismatch. */
export function requireAddress(
  ctx: Pick<DataContext, 'settings'>,
  address: Place & { country: string },
  { field, isConfirmed }: Given,
): void {
  requireServed(ctx, address.country, field ? `${field}.country` : 'country')
  requireAgreement(address, isConfirmed)
}
