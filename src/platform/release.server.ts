import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this release, from package.json. */
export const RELEASE: string = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

const partsOf = (release: string) => release.split('.').map(Number)

/** True if release `a` came before release `b`; both are `major.minor.patch`. */
export function isEarlier(a: string, b: string): boolean {
  const other = partsOf(b)
  for (const [index, part] of partsOf(a).entries()) if (part !== other[index]) return part < other[index]!
  return false
}
