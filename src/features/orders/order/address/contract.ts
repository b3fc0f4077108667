import { z } from 'zod'
import { CountryCode, line } from '#features/identity/user/contract.ts'
import { addressConfirmed, addressRule } from '#kernel/shipping/us-address/address-input.ts'
import { optionalText } from '#kernel/values/inputs/texts.ts'
import { Reason } from '#kernel/values/reason.ts'

const address = {
  name: line(120, 'Name is required'),
  line1: line(200, 'Address is required'),
  line2: optionalText(200).nullish(),
  city: line(100, 'City is required'),
  state: line(100, 'State is required'),
  postalCode: line(20, 'Postal code is required'),
  country: CountryCode.default('US'),
  addressConfirmed,
}

/** Where an order is sent, with the name of its recipient. */
export const OrderAddressBody = z.strictObject(address).check(addressRule).meta({ id: 'OrderAddress' })
export type OrderAddressBody = z.infer<typeof OrderAddressBody>

/** The reason is kept in the time line for staff, and in the audit log. */
export const StaffOrderAddressBody = z
  .strictObject({ ...address, reason: Reason })
  .check(addressRule)
  .meta({ id: 'StaffOrderAddress' })
export type StaffOrderAddressBody = z.infer<typeof StaffOrderAddressBody>
