import type { ShippingAddress } from './contract.ts'
import type { Registration } from './registration-check.ts'

/** What /confirm-account needs of what was typed before. */
export type PendingRegistration = {
  email: string
  /** Nobody typed one where the link of the e-mail was opened. */
  password?: string
  /** Given by a registration; a person who comes from the sign-in has none of it at hand. */
  phone?: string
  shippingAddress?: ShippingAddress
  smsConsent?: boolean
  pushConsent?: boolean
  /** The form as it was typed, but for the passwords: for whoever goes back to put something right. */
  typed?: Partial<Registration>
  /** Where it was typed, with who brought the person and where they are going. */
  registerPath?: string
  /** Given by the link of the e-mail. */
  code?: string
  /** The id of the registration that the link belongs to. */
  registration?: string
  /** Where to go in the end. */
  next?: string | null
}

let pending: PendingRegistration | undefined

/**
 * Carries a registration to the confirmation page in this module's memory: a password has no business in history or storage.
 * A reload loses it, and the page then says "Invalid Request" (decisions.md).
 */
export const pendingRegistration = {
  keep(registration: PendingRegistration) {
    pending = registration
  },
  read: () => pending,
  forget() {
    pending = undefined
  },
}
