import { hashPassword as hash, verifyPassword } from 'better-auth/crypto'
import { checkInput } from '#kernel/api/inputs/check-input.server.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import type { Settings } from '#kernel/settings.ts'
import { type Refusal, refusals } from '#platform/errors.ts'
import { IDENTITY_ERRORS, PASSWORD_MISSING } from '../user/contract.ts'

/** better-auth's scrypt (salted, in Node's thread pool). */
export const hashPassword = (ctx: Context, password: string): Promise<string> =>
  runCostly(ctx, 'passwords', () => hash(password))

let nobodys: Promise<string> | undefined

/**
 * Whether a password matches a stored hash. Without a hash the work is equal and the result is false, so that the response time does not
 * reveal accounts.
 */
export const isPassword = (ctx: Context, password: string, stored: string | null | undefined): Promise<boolean> =>
  runCostly(ctx, 'passwords', async () => {
    nobodys ??= hash(crypto.randomUUID())
    const right = await verifyPassword({ password, hash: stored ?? (await nobodys) })
    return right && typeof stored === 'string'
  })

const refuse = refusals(IDENTITY_ERRORS)

/** Scores below this mean fewer than 10^6 guesses by the library's estimate, on a scale from 0 to 4. */
const SCORE_MIN = 2
/** The library's work grows faster than the length of a text, so only the first 40 characters count. */
const MEASURED_MAX = 40
/** Shorter words of the user (name, address) occur in many passwords by chance. */
const OWN_WORD_MIN = 4
/** Minimum number of other characters beside the user's own words. */
const BESIDE_MIN = 6

type StrengthMeter = (password: string, words: string[]) => number
let strengthMeter: Promise<StrengthMeter> | undefined

/** Loaded at the first new password: the lists take 2 MB, and no page or browser needs them. */
const loadStrengthMeter = async (): Promise<StrengthMeter> => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, words) => factory.check(password, words).score
}

const scoreOf = (ctx: Context, password: string, words: string[]): Promise<number> =>
  runCostly(ctx, 'passwords', async () => {
    strengthMeter ??= loadStrengthMeter()
    return (await strengthMeter)(password, words)
  })

/** The names of user and shop and the user's address, split into words as users put them into passwords. */
const ownWords = ({ brand }: Settings, { name, email }: Owner): string[] =>
  [brand.name, brand.shortName, name ?? '', email.split('@')[0]!]
    .flatMap(words => words.split(/[^\p{L}\d]/u))
    .map(word => word.toLowerCase())
    .filter(word => word.length >= OWN_WORD_MIN)

type Owner = { email: string; name?: string | undefined }

/**
 * Refuses a password that attackers try first: common or breached ones, also with usual letter substitutions, and passwords that are little
 * more than the user's own name, address or the shop's name (docs/decisions/0005-better-auth.md).
 * @param field the form field that shows the message.
 * @throws WeakPassword, OwnWordPassword.
 */
export async function refuseWeakPassword(
  ctx: Context,
  password: string,
  owner: Owner,
  field: 'password' | 'newPassword',
) {
  const words = ownWords(ctx.settings, owner)
  const lower = password.toLowerCase()
  if (words.some(word => lower.includes(word) && password.length - word.length < BESIDE_MIN))
    throw refuse('OwnWordPassword', {}, { [field]: [IDENTITY_ERRORS.OwnWordPassword.message] })
  if ((await scoreOf(ctx, password.slice(0, MEASURED_MAX), words)) < SCORE_MIN)
    throw refuse('WeakPassword', {}, { [field]: [IDENTITY_ERRORS.WeakPassword.message] })
}

/** The check of routes that take a new password: input that breaks nothing but its rule has the code of the rule. */
export const checkNewPassword: typeof checkInput = result => {
  try {
    checkInput(result)
  } catch (error) {
    const problems = Object.entries((error as Refusal).errors ?? {})
    const isOfRule = problems.every(
      ([field, [message]]) => ['password', 'newPassword'].includes(field) && message !== PASSWORD_MISSING,
    )
    if (problems.length === 0 || !isOfRule) throw error
    throw refuse('InvalidPasswordException', {}, (error as Refusal).errors)
  }
}
