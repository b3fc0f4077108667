import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { fileText, repositoryFiles } from '../../testing/source/repository-files.ts'
import { type Node, walk } from '../../testing/source/source-modules.ts'

/** The shop of the demo's seed, which is also the name of the software. */
const NAME = /redoubt/i

/** Tests, the demo's seed, the release of the software itself, and one migration that stores the names of older shops. */
const APART =
  /\.test\.tsx?$|\/(testing|tests|vectors)\/|^db\/demo\/|^src\/app\/(seed|cli\/release\.ts)|^db\/migrations\/0113_open_shop\.sql$/

/** Where the word may stand, and why. A shop's visitors and the programs that they use meet the first two alone. */
const ALLOWED: readonly (readonly [RegExp, string])[] = [
  [
    /\^?redoubt\\?\/([a-z]+|\{\w*\}|\(\[a-z\]\+\))(\\?\/\d)?/g,
    'formats of the draw, byte by byte, and the origin of its log',
  ],
  [
    /redoubt-((receipt|bundle|draw|witness)[/-]\d?|verify\.(mjs|html|py|\{\}))|REDOUBT-CARD:/g,
    'formats and verifiers of the draw',
  ],
  [/@redoubt\/[\w/.-]+/g, 'packages'],
  [/\bredoubt_[a-z_]+/g, 'metrics'],
  [/^(__Host-)?redoubt(\.[\w.{}-]+)?$/g, 'cookies, browser storage and database: names without other words'],
  [
    /^redoubt-(offline-|sessions|api|types-|local)$/g,
    'caches, tokens, temporary folders and the password of the own PostgreSQL',
  ],
  [/^redoubt (migration|pictures|pulse|signals)$/g, 'processes and connections, as operators see them'],
  [
    /pg_notify\('redoubt'|create database redoubt|datname = 'redoubt'|\/var\/lib\/redoubt|@127\.0\.0\.1:\{\}\/redoubt/g,
    'the database',
  ],
  [/^(sk_test|whsec)_redoubt_sandbox$/g, 'keys of the sandbox'],
  [/@redoubt\.invalid/g, 'the stored address of a deleted person, which the database compares'],
  [/\.redoubt-installed/g, 'a file of the installation'],
]

const withoutAllowed = (text: string) => ALLOWED.reduce((rest, [allowed]) => rest.replace(allowed, ''), text)

type Found = { text: string; start: number }

/** The strings, templates and texts of elements of a source; expressions of a template are `{}`. */
function stringsOf(file: string, source: string): Found[] {
  const found: Found[] = []
  walk(parseSync(file, source).program as unknown as Node, node => {
    if (/^(Import|ExportAll)/.test(node.type) && node.type !== 'ImportExpression') return false
    const text = textOf(node)
    if (text !== undefined && NAME.test(text)) found.push({ text, start: node.start as number })
    return undefined
  })
  return found
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? node.value : (node.regex as { pattern?: string })?.pattern
  if (node.type === 'JSXText') return String(node.value)
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
}

/** Statements, styles and files of browsers, without their comments. */
const linesOf = (source: string): Found[] =>
  source
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|--.*$/gm, comment => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((text, at) => (NAME.test(text) ? [{ text, start: at }] : []))

const namesIn = (file: string, source: string): string[] =>
  (/\.tsx?$/.test(file) ? stringsOf(file, source) : linesOf(source)).flatMap(({ text }) =>
    NAME.test(withoutAllowed(text)) ? [`${file}: ${text.trim().slice(0, 120)}`] : [],
  )

it('no source says the name of the demo’s shop where people or programs read it [B-1.23]', () => {
  const files = repositoryFiles('src', 'packages', 'db', 'public').filter(
    file => /\.(tsx?|sql|css|html|txt|json|svg|webmanifest|js|py)$/.test(file) && !APART.test(file),
  )
  expect(files.length).toBeGreaterThan(1500)
  expect(files.flatMap(file => (NAME.test(fileText(file)) ? namesIn(file, fileText(file)) : []))).toEqual([])
})

it('a picture that comes with the shop, on which its mark is seen, has a drawing in its place for another brand [B-1.30]', () => {
  const files = repositoryFiles('src').filter(
    file => /(?<!\.test)\.tsx?$/.test(file) && /["'`]\/pictures\//.test(fileText(file)),
  )
  expect(files).toContain('src/ui/pictures/own-picture.tsx')
  expect(files.filter(file => !fileText(file).includes('<ShippedOnly'))).toEqual([])
})

it.each([
  ['a.ts', "const title = 'Welcome to Redoubt'"],
  ['a.ts', 'const name = `redoubt-products-`'],
  ['a.tsx', '<p>Orders of Redoubt</p>'],
  ['a.tsx', '<Mark title="Redoubt" />'],
  ['a.sql', "select 'support@redoubt.test'"],
  ['a.html', '<title>REDOUBT</title>'],
])('the check finds it in %s: %s', (file, source) => {
  expect(namesIn(file, source)).toHaveLength(1)
})

it.each([
  ['a.ts', "// A shop like Redoubt.\nimport { x } from '@redoubt/draw/x.ts'\nconst key = 'redoubt.cart'"],
  ['a.ts', 'const text = `redoubt/list/2 `'],
  ['a.sql', "-- Redoubt's\nperform pg_notify('redoubt', '1')"],
])('the check passes comments and technical names: %s', (file, source) => {
  expect(namesIn(file, source)).toEqual([])
})
