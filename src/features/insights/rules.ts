/** Shown instead of a text that does not look like a name. */
const NAMELESS = 'A customer'
/** A plausible first name: no digits, URLs or symbols, which a user could abuse to publish text on every page. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}'’-]{0,23}$/u

/** "Sam Porter" → "Sam P."; "Cher" → "Cher". A text that does not look like a name is not published. */
export function displayNameOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  if (!FIRST_NAME.test(first)) return NAMELESS
  const initial = words.length > 1 ? /^\p{L}/u.exec(words.at(-1)!)?.[0] : undefined
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

/** The public location of a sale: two letters of the state. A town with few customers would identify the buyer. */
export function locationOf(state: string | null): string {
  const code = state?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) ? `${code}, US` : 'United States'
}
