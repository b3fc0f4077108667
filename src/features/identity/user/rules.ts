/** OWASP ASVS 5.0, V6.5.5: codes by e-mail or SMS last 10 minutes at most. */
export const VERIFICATION_CODE_MINUTES = 10
/** A step of a sign-in lasts 180 s. */
export const CHALLENGE_SECONDS = 180

/** The required fields of an address, in the order of the form, with their labels. */
const REQUIRED = { line1: 'Address Line 1', city: 'City', state: 'State', postalCode: 'Postal Code' } as const

type Delivery = Partial<Record<keyof typeof REQUIRED, string>>

/** The names of the required address fields that are missing or blank. */
export const missingAddressFields = (address: Delivery): string[] =>
  Object.entries(REQUIRED).flatMap(([field, label]) => (address[field as keyof Delivery]?.trim() ? [] : [label]))

/**
 * The page after a sign-in: the `next` page when it is a path of this site, else the user's start page.
 * @param next the `next` parameter, which any caller may have written.
 */
export function afterSignIn(user: { isAdmin: boolean }, next: string | null): string {
  return ownPath(next) ?? (user.isAdmin ? '/admin' : '/dashboard')
}

/** A `next` parameter when it is a path of this site. A browser reads `//host` and `/\host` as another site. */
export const ownPath = (next: string | null): string | null =>
  next && /^\/([^/\p{Cc}\\][^\p{Cc}\\]*)?$/u.test(next) ? next : null

/**
 * The link of a confirmation e-mail. Its data follows the #, so that no server or log sees it. Opening the link confirms nothing, because
 * programs that scan links would otherwise confirm accounts.
 */
export const confirmationLink = (origin: string, email: string, code: string, registration?: string): string =>
  `${origin}/confirm-account#${new URLSearchParams({ email, code, ...(registration && { registration }) })}`

/** Reads the data of a confirmation link. @param hash `location.hash`. @returns undefined for anything else. */
export function readConfirmationLink(hash: string): LinkedConfirmation | undefined {
  const given = new URLSearchParams(hash.slice(1))
  const email = given.get('email')?.trim().toLowerCase()
  const code = given.get('code') ?? ''
  const registration = given.get('registration')
  return email && /^\d{6}$/.test(code) ? { email, code, ...(registration && { registration }) } : undefined
}

/** The link of a password reset e-mail; opening it changes nothing. `codeId` is the id of its code. */
export const resetLink = (origin: string, email: string, code: string, codeId: string): string =>
  `${origin}/login#${new URLSearchParams({ email, code, codeId })}`

/** The link of an invitation to the staff. It holds the address alone: the page asks for a code. */
export const invitationLink = (origin: string, email: string): string =>
  `${origin}/login#${new URLSearchParams({ invited: email })}`

/** Reads the address of an invitation. @param hash `location.hash`. @returns undefined for anything else. */
export const readInvitation = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('invited')?.trim().toLowerCase() || undefined

export type LinkedReset = { email: string; code: string; codeId: string }

/** Reads the data of a reset link. @param hash `location.hash`. @returns undefined for anything else. */
export function readResetLink(hash: string): LinkedReset | undefined {
  const linked = readConfirmationLink(hash)
  const params = new URLSearchParams(hash.slice(1))
  // The last release's links name it `letter`.
  const codeId = params.get('codeId') ?? params.get('letter')
  return linked && codeId ? { email: linked.email, code: linked.code, codeId } : undefined
}

/** `registration` is the id of the code's registration. */
type LinkedConfirmation = { email: string; code: string; registration?: string }
