import type { ShippingAddress } from './contract.ts'

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
  /** Given by the link of the e-mail. */
  code?: string
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
