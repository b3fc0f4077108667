import type { AddressNames } from '../../shipping/web/shipping-fields.tsx'
import { ShippingAddress } from '../../user/contract.ts'

type AddressValues = {
  addressLine1: string
  addressLine2: string
  city: string
  state: string
  postalCode: string
  country: string
}

/** The field names of an address beside the fields of an account. */
export const ADDRESS = {
  line1: 'addressLine1',
  line2: 'addressLine2',
  city: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
} as const satisfies AddressNames<AddressValues>

export const addressOf = (values: AddressValues): ShippingAddress =>
  ShippingAddress.parse({
    line1: values.addressLine1,
    ...(values.addressLine2.trim() ? { line2: values.addressLine2 } : {}),
    city: values.city,
    state: values.state,
    postalCode: values.postalCode,
    country: values.country,
  })

/** The server's problems by the names of the form's fields. */
export const inForm = (problems: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([path, sentence]) => {
      const part = path.replace(/^shippingAddress\.?/, '')
      return [part === path ? path : (ADDRESS[part as keyof typeof ADDRESS] ?? ADDRESS.line1), sentence]
    }),
  )
