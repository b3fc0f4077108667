import type { z } from 'zod'
import { CountryCode, line } from '#features/identity/user/contract.ts'
import { strictModel } from '#kernel/api/openapi/model.ts'
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
}

/** Where an order is sent, with the name of its recipient. */
export const OrderAddressBody = strictModel('OrderAddress', address)
export type OrderAddressBody = z.infer<typeof OrderAddressBody>

/** The reason is kept in the time line for staff, and in the audit log. */
export const StaffOrderAddressBody = strictModel('StaffOrderAddress', { ...address, reason: Reason })
export type StaffOrderAddressBody = z.infer<typeof StaffOrderAddressBody>
