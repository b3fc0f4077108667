import type { Registration } from './registration-check.ts'

/** The data that /confirm-account needs from earlier pages. */
export type PendingRegistration = {
  email: string
  /** Missing where only the e-mail's link was opened. */
  password?: string
  /** Set by a registration; missing after a sign-in. */
  phone?: string
  /** Whether the registration had an address. */
  hasAddress?: boolean
  smsConsent?: boolean
  /** The form as typed, without passwords, so that the shopper can go back and correct it. */
  typed?: Partial<Registration>
  /** The page of the registration, with the referral and the next page in its address. */
  registerPath?: string
  /** From the link of the e-mail. */
  code?: string
  /** The id of the link's registration. */
  registration?: string
  /** The page to open in the end. */
  next?: string | null
}

let pending: PendingRegistration | undefined

/**
 * Carries a registration to the confirmation page in this module's memory, because a password must not be in history or storage. A reload
 * loses it, and the page then says "Invalid Request".
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
