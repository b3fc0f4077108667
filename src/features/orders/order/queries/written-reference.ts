import { compactText } from '#kernel/values/inputs/compact-text.ts'

const WITH_HYPHEN = /^(?:([A-Z0-9]{1,6})-)?(\d{1,9})$/

/**
 * An order's number as people write it: `RD-100001` with any prefix, since older orders keep theirs; `rd100001` with one of the known
 * prefixes, because other letters before digits begin an e-mail address; `Order #100001`, `#100001` or `100001`; with any dash, with spaces
 * and invisible signs between.
 * @param prefixes those that may stand before the digits without a hyphen
 * @returns null for other text; `prefix` is null where none was written
 */
export function writtenReference(
  written: string,
  prefixes: readonly string[],
): { prefix: string | null; number: number } | null {
  const compact = compactText(written)
    .replace(/^(?:order)?#?(?=.)/i, '')
    .toUpperCase()
  const prefix = prefixes.find(known => compact.startsWith(known))
  const whole = WITH_HYPHEN.exec(compact)
  if (whole) return { prefix: whole[1] ?? null, number: Number(whole[2]) }
  const digits = prefix && /^\d{1,9}$/.exec(compact.slice(prefix.length))
  return digits ? { prefix, number: Number(digits[0]) } : null
}

/** Prefixes that staff write without a hyphen: the shop's own and the one of its first orders. */
export const shortPrefixes = (orderPrefix: string): string[] => [orderPrefix, 'RD']
