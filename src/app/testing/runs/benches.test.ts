import { existsSync, globSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#app/testing/runs/temporary-folder.ts'
import { SettingsChangeBody } from '#features/settings/contract.ts'
import { suggestionFor } from '#kernel/brand/accent.ts'
import { missingFor } from '../../../../bench/bench-kinds.ts'
import { BENCHES } from '../../../../bench/benches.ts'
import { BEST } from '../../../../bench/best.ts'
import { readPeers } from '../../../../bench/peers.ts'
import { lighthouseArguments } from '../../../../bench/runner/lighthouse-arguments.ts'
import { usage } from '../../../../bench/runner/usage.ts'
import { row, toTable } from '../../../../bench/table.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
const COMMAND = /npm run bench -- ((?:--)?[a-z][a-z-]*)/g
/** Runs the short form of each bench. */
const ALL = 'all'
const NOT_BENCHES = [ALL, '--help']

const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8')
const names = BENCHES.map(({ name }) => name)
const documented = PAGES.flatMap(page => [...textOf(page).matchAll(COMMAND)].map(([, name]) => ({ page, name: name! })))

it('every bench that README and docs name is in the table of benches', () => {
  expect(documented.length).toBeGreaterThan(30)
  expect(documented.filter(({ name }) => ![...NOT_BENCHES, ...names].includes(name))).toEqual([])
})

it('README and docs name every bench of the table, once in the table of the testing page', () => {
  const told = new Set(documented.map(({ name }) => name))
  expect([...names, ALL].filter(name => !told.has(name))).toEqual([])
  const rows = [...textOf('docs/testing.md').matchAll(/^\| `npm run bench -- (\S+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(names)
})

it('the usage of the command names every bench and what it needs', () => {
  for (const { name, what, needs = [] } of BENCHES) {
    const line = usage()
      .split('\n')
      .find(each => each.trim().startsWith(`${name} `))
    for (const text of [what, ...needs.map(need => need.what)]) expect(line, name).toContain(text)
  }
  expect(new Set(names).size).toBe(names.length)
})

it('a bench without its programs says which are missing', () => {
  const [bench] = BENCHES
  const gone = { what: 'a program that is not here', isHere: () => false }
  expect(missingFor({ ...bench!, needs: [gone, { what: 'one that is', isHere: () => true }] })).toEqual([gone.what])
})

it('the table of a run has the measured figure second, its ceiling third, then peer, aim and best', () => {
  const [what, best] = Object.entries(BEST)[0]!
  const line = { ...row(what, '10/s', '0.6 of the ceiling'), ceiling: '20/s', peer: '5/s, Vendure 3.7.3' }
  expect(toTable([line]).split('\n').at(-1)).toBe(
    `| ${what} | 10/s | 20/s | 5/s, Vendure 3.7.3 | 0.6 of the ceiling | met | ${best} |`,
  )
})

it('Lighthouse takes the options that the docs name, whose brand is a change of settings with pictures beside it', () => {
  const commands = PAGES.flatMap(page => [...textOf(page).matchAll(/`npm run lighthouse -- ([^`[]+)`/g)])
  const brands = commands.map(([, words]) => lighthouseArguments(words!.split(' ')).brand!)
  expect(brands).toContain('e2e/northline/brand.json')
  for (const file of brands) {
    const { logoLight, logoDark, mark, ...brand } = JSON.parse(textOf(file)).brand
    for (const picture of [logoLight, logoDark, mark]) expect(existsSync(join(ROOT, dirname(file), picture))).toBe(true)
    const { brand: _, ...others } = JSON.parse(textOf(file))
    expect(SettingsChangeBody.parse({ settings: { ...others, brand } }).settings?.brand?.name).toBe(brand.name)
    expect(suggestionFor(brand.accent)).toBeNull()
  }
  expect(lighthouseArguments(['/store', '/fair'])).toEqual({ paths: ['/store', '/fair'] })
  expect(() => lighthouseArguments(['--barnd', 'x.json'])).toThrow('--barnd')
  expect(() => lighthouseArguments(['store'])).toThrow('A page begins with a slash, which store does not.')
})

it('two benches that run at once share no port', () => {
  const ports = globSync('bench/**/*.ts', { cwd: ROOT }).flatMap(file => textOf(file).match(/\b35\d\d\b/g) ?? [])
  expect(ports.length).toBeGreaterThan(10)
  expect(ports.toSorted()).toEqual([...new Set(ports)].toSorted())
})

it('peers are lines of the bench with an address each, and a file that says something else is refused', async () => {
  const file = join(temporaryFolder(), `peers-${process.pid}.json`)
  const told = { 'GET /api/products/{id}': { name: 'Vendure 3.7.3', url: 'http://127.0.0.1:3000/shop-api' } }
  await writeFile(file, JSON.stringify(told))
  expect(readPeers(file)).toEqual(told)
  expect(readPeers(undefined)).toEqual({})
  await writeFile(file, JSON.stringify({ 'GET /api/products/{id}': 'http://127.0.0.1:3000' }))
  expect(() => readPeers(file)).toThrow()
  await rm(file)
})
