/** Nobody's name is needed to tell that somebody bought. */
const NAMELESS = 'A customer'
/** A name as people have it: no numbers, addresses or signs that somebody would want to see on every page. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}'’-]{0,23}$/u

/** "Sam Porter" → "Sam P."; "Cher" → "Cher". What does not look like a name is not repeated in public. */
export function displayNameOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  if (!FIRST_NAME.test(first)) return NAMELESS
  const initial = words.length > 1 ? /^\p{L}/u.exec(words.at(-1)!)?.[0] : undefined
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

/** What is told of where a parcel went: the state by its two letters. A town of few customers would tell who they are. */
export function locationOf(state: string | null): string {
  const code = state?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) ? `${code}, US` : 'United States'
}
