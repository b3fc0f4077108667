import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of "Check without us", served as `/verify/<file>`. */
export const VERIFIER_FILES = ['redoubt-verify.mjs', 'redoubt-verify.html', 'redoubt-verify.py'] as const

export type VerifierHash = { file: (typeof VERIFIER_FILES)[number]; sha256: string }

const BUILT = join(import.meta.dirname, '../../../build/client/verify')

/** SHA-256 of each built verifier, as the shop serves it. Empty without a build (tests of the API alone). */
export function verifierHashes(folder = BUILT): VerifierHash[] {
  return VERIFIER_FILES.filter(file => existsSync(join(folder, file))).map(file => ({
    file,
    sha256: createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
  }))
}
