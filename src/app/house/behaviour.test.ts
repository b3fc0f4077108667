import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesLike, fileText, ROOT } from '../testing/source/repository-files.ts'

/** docs/behaviour states what the shop does. Each statement has an id, which tests carry in their titles. */
const PAGES = join(ROOT, 'docs/behaviour')
const TESTS = '{src,packages,db,e2e}/**/*.test.{ts,tsx}'

type Page = {
  file: string
  statements: { id: string; text: string }[]
  /** Ids that are never used again, each with the ids that replace it. */
  retired: { id: string; successors: string[] }[]
}

const idsIn = (text: string) => [...text.matchAll(/B-(\d+\.\d+)/g)].map(([, id]) => id!)
const retiredIn = (line: string) =>
  [...line.matchAll(/B-(\d+\.\d+) \(([^)]*)\)/g)].map(([, id, others]) => ({ id: id!, successors: idsIn(others!) }))

function readPage(file: string): Page {
  const lines = readFileSync(join(PAGES, file), 'utf8').split('\n')
  const statements = lines.flatMap(line => {
    const [, id, text] = /^- \*\*B-(\d+\.\d+)\*\* (.+)$/.exec(line) ?? []
    return id && text ? [{ id, text }] : []
  })
  return { file, statements, retired: lines.filter(line => line.startsWith('Retired ids: ')).flatMap(retiredIn) }
}

const pages = readdirSync(PAGES)
  .filter(file => /^\d\d-.*\.md$/.test(file))
  .map(readPage)
const statements = pages.flatMap(page => page.statements)
const stated = new Set(statements.map(({ id }) => id))
const tagged = filesLike(TESTS).flatMap(file =>
  [...fileText(file).matchAll(/\[B-(\d+\.\d+)\]/g)].map(([, id]) => ({ file, id: id! })),
)
const carried = new Set(tagged.map(({ id }) => id))

describe('docs/behaviour', () => {
  it('numbers the statements of each page without a gap', () => {
    for (const { file, ...page } of pages) {
      const section = Number.parseInt(file, 10)
      const ids = [...page.statements, ...page.retired].map(({ id }) => id)
      const expected = ids.map((_, n) => `${section}.${n + 1}`)
      expect(ids.toSorted(), file).toEqual(expected.toSorted())
      expect(page.statements.length, file).toBeGreaterThan(0)
    }
  })

  it('has for every statement a test that carries its id, or a decision that settles it', () => {
    const hasDecision = (text: string) => /\]\(\.\.\/decisions\/\d{4}-[\w-]+\.md\)/.test(text)
    const bare = statements.filter(({ id, text }) => !carried.has(id) && !hasDecision(text))
    expect(bare).toEqual([])
  })

  it('states every id that a test carries or a page names', () => {
    const texts = filesLike('{docs,src}/**/*.md').map(file => fileText(file))
    // A retired id stands at the end of its page only.
    const named = texts
      .flatMap(text => idsIn(text.replace(/^Retired ids: .*/m, '')))
      .map(id => ({ file: 'a page', id }))
    expect([...tagged, ...named].filter(({ id }) => !stated.has(id))).toEqual([])
  })

  it('replaces retired ids by ids that exist', () => {
    const successors = pages.flatMap(page => page.retired).flatMap(retired => retired.successors)
    expect(successors.filter(id => !stated.has(id))).toEqual([])
  })

  it('links only to files that exist, and lists every page in its index', () => {
    const texts = readdirSync(PAGES).map(file => readFileSync(join(PAGES, file), 'utf8'))
    const links = texts.flatMap(text => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!))
    expect(links.filter(target => !existsSync(join(PAGES, target)))).toEqual([])
    expect(links).toEqual(expect.arrayContaining(pages.map(({ file }) => file)))
  })
})
