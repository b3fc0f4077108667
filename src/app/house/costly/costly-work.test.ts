import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COSTLY, type CostlyKind } from '#platform/costly/costly-work.ts'
import { COMMON_ERRORS } from '#platform/errors.ts'
import { fileText, ROOT } from '../../testing/source/repository-files.ts'
import { type Modules, resolve, resolveExport } from '../../testing/source/resolve.ts'
import { type Node, nameOf, parseSource, textOf, walk } from '../../testing/source/source-modules.ts'

const NO_SOURCE = /\.(test|bench)\.tsx?$|\/testing\/|^src\/app\/(cli|seed|house)\/|^src\/features\/dev-gallery\//

/** Packages whose calls are costly, each with the exports that are; without a list all of them. */
const COSTLY_PACKAGES: Record<string, readonly string[] | undefined> = {
  sharp: undefined,
  pdfkit: undefined,
  fontkit: undefined,
  'csv-parse/sync': ['parse'],
  'csv-parse': undefined,
  'better-auth/crypto': undefined,
  '@zxcvbn-ts/core': undefined,
  'node:zlib': undefined,
  'react-dom/server': undefined,
  '@simplewebauthn/server': ['verifyRegistrationResponse', 'verifyAuthenticationResponse'],
}
/** Costly by their name: Node's own hashes of passwords, verifiers that are loaded when they are needed, the search of the store. */
const COSTLY_NAMES = new Set([
  'scrypt',
  'scryptSync',
  'pbkdf2',
  'pbkdf2Sync',
  'argon2',
  'isSignedByTwilio',
  'verifyBundle',
  'verifyRound',
  'searchWith',
])
/** Costly calls of a port, whatever adapter answers. */
const PORT_CALLS = new Set(['verifyWebhook', 'runTask'])

/** Files whose costly calls no caller can multiply. */
const BOUNDED: Record<string, string> = {
  'src/app/entry.server.tsx': 'renders in the bulkhead of pages (renderings.server.ts)',
  'src/platform/http/response-cache.server.ts':
    'compresses what a bulkhead of pages or a lane has made, at most twice in each encoding',
  'src/platform/http/constant-answer.server.ts': 'compresses once in a process',
  'src/adapters/beacon/drand.server.ts': 'verifies an answer of a relay that the shop asked, once a round',
  'src/features/draws/commands/draw-by-round.server.ts verifiedRound': 'one round of a draw, once a second at most',
  'src/adapters/beacon/sandbox.server.ts': 'signs the rounds of a demo',
  'src/adapters/images/store-picture.server.ts storePicture':
    'keepPicture runs its decoder in the bulkhead of pictures',
  'src/adapters/images/crop-picture.server.ts cropPicture': 'keepPicture runs its decoder in the bulkhead of pictures',
}

/** Entry points that a caller can reach: routes, jobs and files of `app`. */
const DOORS = /api\.server\.ts$|jobs\.server\.ts$|^src\/app\//

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map(file => `src/${file}`)
const sources = files.filter(
  file => /\.tsx?$/.test(file) && !NO_SOURCE.test(file) && /\.server\.tsx?$|\/app\//.test(file),
)
const modules: Modules = new Map(
  files
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map(file => [file, parseSource(ROOT, file)]),
)

/** Local names of costly exports, by file. */
function costlyNamesOf(file: string): Set<string> {
  const names = new Set<string>()
  for (const [, braces, whole, from] of fileText(file).matchAll(
    /^import (?!type\b)(?:\{([^}]*)\}|(\w+)(?:, \{[^}]*\})?)\s+from '([^']+)'/gm,
  )) {
    if (!(from! in COSTLY_PACKAGES)) continue
    if (whole) names.add(whole)
    for (const part of (braces ?? '').split(',')) {
      const [name, local = name] = part.trim().split(/\s+as\s+/)
      const list = COSTLY_PACKAGES[from!]
      if (name && !name.startsWith('type ') && (!list || list.includes(name))) names.add(local!)
    }
  }
  return names
}

type Reached = { isCostly: boolean; places: string[] }
const keyOf = (file: string, name: string) => `${file} ${name}`

/** Names in a declaration outside of `runCostly`. */
function reachedBy(file: string, declaration: Node, costly: ReadonlySet<string>): Reached {
  const places: string[] = []
  let isCostly = false
  walk(declaration, node => {
    if (/^TS(Type|Interface)/.test(node.type)) return false
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'runCostly') return false
    if (node.type === 'CallExpression' && COSTLY_NAMES.has(nameOf(node.callee) ?? '')) isCostly = true
    if (node.type === 'ImportExpression' && (textOf(node.source) ?? '') in COSTLY_PACKAGES) isCostly = true
    const member = node.type === 'MemberExpression' ? nameOf(node.property) : undefined
    const name = nameOf(node) ?? member
    if (name === undefined) return undefined
    if (costly.has(name) || PORT_CALLS.has(member ?? '')) isCostly = true
    const target = member === undefined ? undefined : modules.get(file)?.imported.get(nameOf(node.object) ?? '')
    const place = target?.name === '*' ? resolveExport(modules, target.file, member!) : resolve(modules, file, name)
    if (place) places.push(keyOf(place.file, place.name))
    return undefined
  })
  return { isCostly, places }
}

/** Declarations that reach costly work outside of a bulkhead, each with the declaration that it calls for it. */
function outsideOfBulkheads(): Map<string, string> {
  const reached = new Map<string, Reached>()
  for (const file of sources) {
    const costly = costlyNamesOf(file)
    for (const [name, declaration] of modules.get(file)!.declared)
      if (!BOUNDED[file] && !BOUNDED[keyOf(file, name)])
        reached.set(keyOf(file, name), reachedBy(file, declaration, costly))
  }
  const found = new Map([...reached].filter(([, { isCostly }]) => isCostly).map(([key]) => [key, 'itself']))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [key, { places }] of reached) {
      const by = found.has(key) ? undefined : places.find(place => found.has(place))
      if (by) found.set(key, by)
    }
  }
  return found
}

describe('costly work', () => {
  it('runs in its bulkhead wherever a route or a job reaches it [B-30.4]', () => {
    const found = outsideOfBulkheads()
    // The walk sees the primitives: each lies in a function that only a bulkhead calls.
    for (const inside of [
      'src/kernel/pdf/sheet.server.ts openSheet',
      'src/adapters/images/process/picture-tasks.server.ts openChecked',
      'src/features/catalog/queries/list-products.server.ts listProducts',
    ])
      expect(found.has(inside), inside).toBe(true)
    const isExported = ([file, name]: string[]) => [...modules.get(file!)!.exported.values()].includes(name!)
    const atDoors = [...found].filter(([key]) => DOORS.test(key.split(' ')[0]!) && isExported(key.split(' ')))
    expect(atDoors.map(([key, by]) => `${key} by ${by}`)).toEqual([])
  })

  it('is imported only in files that the walk reads', () => {
    const costly = files.filter(file => {
      if (NO_SOURCE.test(file) || !/\.tsx?$/.test(file) || sources.includes(file)) return false
      return costlyNamesOf(file).size > 0
    })
    expect(costly.filter(file => file.includes('.server.'))).toEqual([])
  })

  it('on pictures is done by the process of pictures alone, which no other file loads [B-30.10]', () => {
    const TASKS = 'picture-tasks.server'
    const shipped = files.filter(file => /\.tsx?$/.test(file) && !NO_SOURCE.test(file))
    const loads = (file: string, module: string) =>
      new RegExp(`^(import|export) (?!type\\b)[^']*'${module}'|import\\('${module}'\\)`, 'm').test(fileText(file))
    const OWN = ['contrast.server', 'draw-brand.server', 'draw-text.server', TASKS]
    const own = OWN.map(name => `src/adapters/images/process/${name}.ts`)
    expect(shipped.filter(file => loads(file, 'sharp'))).toEqual(own)
    for (const name of OWN)
      expect(shipped.filter(file => !own.includes(file) && loads(file, `[^']*/${name}.ts`))).toEqual([])
    expect(shipped.filter(file => loads(file, `[^']*/${TASKS}.ts`))).toEqual([])
  })
})

const rowOf = (name: string, kind: CostlyKind) => {
  const { atOnce, eachAtOnce, waiting, eachWaiting, waitMs, what, size, refusal } = kind
  const { status } = COMMON_ERRORS[refusal]
  return `| ${name}: ${what} | ${atOnce}, ${eachAtOnce} | ${waiting}, ${eachWaiting} | ${waitMs / 1000} s | ${size} | ${status} \`${refusal}\` |`
}

it('docs/security.md has the table of costly work, row by row [B-30.4]', () => {
  const page = fileText('docs/security.md')
  const section = page.slice(page.indexOf('## Costly work'), page.indexOf('## Dependencies'))
  const rows = section.split('\n').filter(line => /^\| \w+: /.test(line))
  expect(rows).toEqual(Object.entries(COSTLY).map(([name, kind]) => rowOf(name, kind)))
})
