import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { addressConfirmed } from '#kernel/shipping/us-address/address-input.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { Profile } from '../user/answers.ts'
import { ShippingAddress } from '../user/contract.ts'

/** Addresses of one user, the default included. */
export const MAX_ADDRESSES = 10

export const ADDRESS_BOOK_ERRORS = {
  address_not_found: notFound('This address is no longer in your address book.'),
  address_book_full: conflict(
    `Your address book holds ${MAX_ADDRESSES} addresses. Please remove one before you add another.`,
  ),
} as const satisfies ErrorTable

export const BookAddress = model('BookAddress', {
  id: z.uuid(),
  /** The default is the profile's shipping address: prizes and, without another choice, orders go there. */
  isDefault: z.boolean(),
  ...Profile.shape.shippingAddress.unwrap().shape,
})
export type BookAddress = z.infer<typeof BookAddress>

/** The default first, then the newest. */
export const AddressBook = model('AddressBook', { addresses: z.array(BookAddress) })

export const NewAddress = ShippingAddress.safeExtend({ isDefault: z.boolean().optional(), addressConfirmed }).meta({
  id: 'NewAddress',
})
export type NewAddress = z.infer<typeof NewAddress>

const { line1, line2, city, state, postalCode, country } = ShippingAddress.shape

/** What is left out stays. A default becomes another address by that other one's change alone, so only `true` is accepted. */
export const AddressChange = strictModel('AddressChange', {
  line1: line1.unwrap().optional(),
  line2,
  city: city.unwrap().optional(),
  state: state.unwrap().optional(),
  postalCode: postalCode.unwrap().optional(),
  country: country.unwrap().optional(),
  isDefault: z.literal(true).optional(),
  addressConfirmed,
})
export type AddressChange = z.infer<typeof AddressChange>
