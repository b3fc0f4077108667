import { refusals } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from './contract.ts'

const refuse = refusals(IDENTITY_ERRORS)

/** Fewer guesses than 10^6 by the library's estimate; its scale goes from 0 to 4. */
const SCORE_MIN = 2
/** The library's work grows faster than the length of a text. A password is no better than its first 40 characters here. */
const MEASURED_MAX = 40
/** A shorter word of the user (name, address) is in many passwords by chance. */
const OWN_WORD_MIN = 4
/** So many characters must stand beside such a word. */
const BESIDE_MIN = 6
const SHOP = 'redoubt'

type StrengthMeter = (password: string, words: string[]) => number
let strengthMeter: Promise<StrengthMeter> | undefined

/** Loaded when the first password is chosen: the lists take 2 MB, and no page or browser needs them. */
const loadStrengthMeter = async (): Promise<StrengthMeter> => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, words) => factory.check(password, words).score
}

/** Name and address in words, as people put them into passwords. */
const ownWords = ({ name, email }: Owner): string[] =>
  [SHOP, ...(name ?? '').split(/[^\p{L}\d]/u), ...email.split('@')[0]!.split(/[^\p{L}\d]/u)]
    .map(word => word.toLowerCase())
    .filter(word => word.length >= OWN_WORD_MIN)

type Owner = { email: string; name?: string | undefined }

/**
 * Refuses a password that attackers try first: a common or breached one, also with the usual letters replaced, or little more than the
 * person's own name, address or the shop's name (docs/decisions/0049-passwords-and-staff-sessions.md).
 * @param field of the form that shows the sentence.
 * @throws WeakPassword.
 */
export async function refuseWeakPassword(password: string, owner: Owner, field: 'password' | 'newPassword') {
  const words = ownWords(owner)
  const lower = password.toLowerCase()
  if (words.some(word => lower.includes(word) && password.length - word.length < BESIDE_MIN))
    throw refuse('OwnWordPassword', {}, { [field]: [IDENTITY_ERRORS.OwnWordPassword.message] })
  strengthMeter ??= loadStrengthMeter()
  if ((await strengthMeter)(password.slice(0, MEASURED_MAX), words) < SCORE_MIN)
    throw refuse('WeakPassword', {}, { [field]: [IDENTITY_ERRORS.WeakPassword.message] })
}
