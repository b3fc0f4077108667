import { timingSafeEqual } from 'node:crypto'

type KeyedHash = (text: string) => string

const sealOf = (keyedHash: KeyedHash, purpose: string, parts: readonly string[]) =>
  keyedHash([purpose, ...parts].join(':'))

/** A token that the shop knows again without storing it: the parts and their seal, with dots between. @param parts without dots */
export const sealedToken = (keyedHash: KeyedHash, purpose: string, ...parts: readonly string[]): string =>
  [...parts, sealOf(keyedHash, purpose, parts)].join('.')

/** The parts of a token of this purpose; undefined for any other text. The time that it takes tells nothing of the seal. */
export function readSealedToken(keyedHash: KeyedHash, purpose: string, token: string): string[] | undefined {
  const parts = token.split('.')
  const given = Buffer.from(parts.pop()!)
  const expected = Buffer.from(sealOf(keyedHash, purpose, parts))
  return given.length === expected.length && timingSafeEqual(given, expected) ? parts : undefined
}
