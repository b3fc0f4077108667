import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileText, repositoryFiles } from '../../testing/source/repository-files.ts'
import { wordsOf } from './words-of.ts'

/** STYLE.md: a file is named by what it exports. */
const files = repositoryFiles('src').filter(
  file => /\.tsx?$/.test(file) && !/\.(test|bench)\.tsx?$|\/(testing|tests|house|faults|cli|routes)\//.test(file),
)

/** Names that say the part of a feature, as STYLE.md lists them. */
const PARTS =
  /^(contract|rules|queries|commands|api|[\w-]+-api|[\w-]+-contract|jobs|job-types|personal-data|ports|emails|seed|presenters)$/
/** The router reads these by their names. */
const OF_ROUTER = new Set(['loader', 'clientLoader', 'action', 'default', 'links', 'Layout', 'ErrorBoundary'])

/** The beginning that forms of one word share: `entries` and `entry`, `tracing` and `trace`. */
const stem = (word: string) => word.replace(/(ies|ing|ed|es|s|y|e)$/, '').slice(0, 5)

const VALUES = /^export (?:default )?(?:async )?(?:const|let|function\*?|class) (\w+)/gm
const TYPES = /^export (?:type|interface) (\w+)/gm
/** Files that are named by their part in something, with the reason. */
const BY_PART: Record<string, string> = {
  'src/app/entry.server.tsx': 'React Router asks for this name',
  'src/app/services/services.server.ts': 'makes the services, and the shop that has them',
  'src/app/http/call-kinds.server.ts': 'two kinds of calls: in the process, and with a stream',
  'src/adapters/images/process/picture-tasks.server.ts': 'a worker, whose default export the pool runs',
  'src/app/budgets/budgets.ts': 'budgets of ways and of pages',
  'src/features/settings/setting-fields.ts': 'the table of all settings',
  'src/features/pages/redirect-home.ts': 'a route of its own',
  'src/platform/log.server.ts': 'makes the logger',
}
const valuesOf = (text: string) =>
  [...text.matchAll(VALUES)].map(([, name]) => name!).filter(name => !OF_ROUTER.has(name))

/** True when no exported name shares a word with the name of the file. */
function isMisnamed(file: string, text: string): boolean {
  const base = basename(file).replace(/(\.server)?\.tsx?$/, '')
  const names = valuesOf(text)
  // A file of many exports is named by what they have in common, which no test reads.
  if (names.length === 0 || names.length > 2 || PARTS.test(base)) return false
  const own = new Set(wordsOf(base).map(stem))
  const all = [...names, ...[...text.matchAll(TYPES)].map(([, name]) => name!)]
  return !all.some(name => wordsOf(name).some(word => own.has(stem(word))))
}

describe('a file with one export or two', () => {
  it('shares a word with them', () => {
    const few = files.filter(file => [1, 2].includes(valuesOf(fileText(file)).length))
    expect(few.length).toBeGreaterThan(700)
    const misnamed = few.filter(file => isMisnamed(file, fileText(file)))
    expect(misnamed.sort()).toEqual(Object.keys(BY_PART).sort())
  })

  it.each([
    ['has-sent.server.ts', 'export async function sendingState() {}', true],
    ['sending-state.server.ts', 'export async function sendingState() {}', false],
    ['entries.server.ts', 'export const readEntry = () => 1', false],
  ])('%s with `%s` is misnamed: %s', (file, text, is) => {
    expect(isMisnamed(file, text)).toBe(is)
  })
})
