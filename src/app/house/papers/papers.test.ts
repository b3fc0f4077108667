import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileText, ROOT, repositoryFiles } from '../../testing/source/repository-files.ts'
import { PAPER_BUDGETS } from './paper-budgets.ts'

/** Links between papers, and from code to the pages of docs/decisions. */
const tracked = repositoryFiles()
const papers = tracked.filter(file => file.endsWith('.md'))
const texts = tracked.filter(file => /\.(md|tsx?|css|sql|sh|ya?ml)$/.test(file) && !file.startsWith('db/migrations/'))

const pages = readdirSync(join(ROOT, 'docs/decisions')).filter(file => /^\d{4}-/.test(file))
const index = fileText('docs/decisions/README.md')
const merged = [...index.slice(index.indexOf('## Merged')).matchAll(/([\d, ]+)→ (\d+)/g)].map(([, from, to]) => ({
  from: from!.split(',').map(number => number.trim().padStart(4, '0')),
  to: to!.padStart(4, '0'),
}))
const numbers = new Set(pages.map(page => page.slice(0, 4)))

/** Words as `wc -w` counts them. */
const wordsOf = (file: string) => fileText(file).split(/\s+/).filter(Boolean).length
const placeOf = (file: string) => Object.keys(PAPER_BUDGETS).find(place => file.startsWith(place))

/** The address that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
const anchorsOf = (file: string) => [...fileText(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

describe('papers', () => {
  it('link only to files and headings that exist', () => {
    const links = papers.flatMap(file =>
      [...fileText(file).matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g)].map(([, link]) => ({ file, link: link! })),
    )
    expect(links.length).toBeGreaterThan(300)
    const broken = links.filter(({ file, link }) => {
      const [path = '', anchor] = link.split('#')
      const target = path ? join(dirname(file), path) : file
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('and code name only pages of decisions that exist', () => {
    const named = texts.flatMap(file =>
      [...fileText(file).matchAll(/decisions\/(\d{4})\b|\b(\d{4})-[a-z][a-z0-9-]+\.md/g)].map(
        ([text, number, named]) => ({
          file,
          number: (number ?? named)!,
          page: named ? text : undefined,
        }),
      ),
    )
    expect(named.filter(({ number, page }) => !numbers.has(number) || (page && !pages.includes(page)))).toEqual([])
  })

  it('and code name only numbers of decisions that exist', () => {
    const named = texts.flatMap(file =>
      [...fileText(file).matchAll(/\bdecisions? \[?(\d{1,4})\b/gi)].map(([, number]) => ({ file, number: number! })),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ number }) => !numbers.has(number.padStart(4, '0')))).toEqual([])
  })
})

describe('the papers of a place', () => {
  it.each(Object.entries(PAPER_BUDGETS))('that begins "%s" have at most %i words', (place, budget) => {
    const words = papers.filter(file => placeOf(file) === place).reduce((sum, file) => sum + wordsOf(file), 0)
    expect(words).toBeGreaterThan(0)
    expect(words).toBeLessThanOrEqual(budget)
  })
})

describe('a page of docs/decisions', () => {
  it.each(pages)('%s says what holds and what was rejected, under its number', page => {
    const text = fileText(`docs/decisions/${page}`)
    expect(text).toMatch(new RegExp(`^# ${Number(page.slice(0, 4))}\\. .+\n\n\\*\\*Status\\*\\*: accepted`))
    expect(text).toMatch(/^\*\*What holds/m)
  })

  it.each(pages)('%s names the actor, by the words of STYLE.md', page => {
    expect(fileText(`docs/decisions/${page}`)).not.toMatch(/\b(somebody|whoever|nobody|anew|meanwhile|oneself)\b/i)
  })

  it.each(pages)('%s can be read in four minutes', page => {
    expect(wordsOf(`docs/decisions/${page}`)).toBeLessThan(800)
  })
})

describe('docs/decisions/README.md', () => {
  it('lists every page', () => {
    expect(pages.filter(page => !index.includes(`(${page})`))).toEqual([])
  })

  it('says of each merged number where it went', () => {
    expect(merged.length).toBeGreaterThan(20)
    expect(merged.filter(({ from, to }) => !numbers.has(to) || from.some(number => numbers.has(number)))).toEqual([])
  })

  it('knows every number that an applied migration names', () => {
    const migrations = tracked.filter(file => file.startsWith('db/migrations/'))
    const known = new Set([...numbers, ...merged.flatMap(({ from }) => from)])
    const named = migrations.flatMap(file =>
      [...fileText(file).matchAll(/decisions\/(\d{4})/g)].map(([, number]) => number!),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(number => !known.has(number))).toEqual([])
  })
})
