import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { filesLike, fileText, ROOT } from '../source/repository-files.ts'

/** A test that imports one of these, directly or through other files, needs PostgreSQL or a server process. */
const INFRASTRUCTURE = [
  'src/platform/testing/database.ts',
  'src/app/testing/server-process.ts',
  'packages/stripe-sandbox/src/testing/database.ts',
]
const IMPORT = /(?:from|import\()\s*'([#.][^']+)'/g

/** Paths of all tests without infrastructure: rules, components and the checks of the house. `npm run test:fast` runs them. */
export function pureTests(): string[] {
  const known = new Map<string, boolean>()
  const needsInfrastructure = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    // A circle of imports adds nothing that its other files do not add.
    known.set(file, false)
    const found = INFRASTRUCTURE.includes(file) || importsOf(file).some(needsInfrastructure)
    known.set(file, found)
    return found
  }
  return filesLike(['src/**/*.test.{ts,tsx}', 'packages/*/{src,verifiers}/**/*.test.ts']).filter(
    file => !needsInfrastructure(file),
  )
}

function importsOf(file: string): string[] {
  const text = fileText(file)
  return [...text.matchAll(IMPORT)]
    .map(([, path]) => normalize(path!.startsWith('#') ? `src/${path!.slice(1)}` : join(dirname(file), path!)))
    .filter(path => /\.tsx?$/.test(path) && existsSync(join(ROOT, path)))
}
