import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { fileText, repositoryFiles } from '../../testing/source/repository-files.ts'

/** The words of STYLE.md in comments and test titles: plain technical English that names the actor, the thing and the time. */
const tracked = repositoryFiles()

const code = tracked.filter(
  file => /^(src|packages|db|bench|e2e|bin)\/.*\.(ts|tsx|js)$/.test(file) && !file.endsWith('db/tables.ts'),
)
/** SQL that is edited in place. An applied migration keeps its comments. */
const sql = tracked.filter(file => /^db\/(functions\/.*|invariants)\.sql$/.test(file))
const isTest = (file: string) => /\.(test|bench)\.tsx?$/.test(file) || file.includes('/testing/')

/** Refused words, by what a reader asks of them. */
const REFUSED = {
  'which actor': /\b(somebody|someone|whoever|nobody|everybody|anybody|no one|oneself|one[’']s own)\b/i,
  'which time': /\b(anew|meanwhile|of before(?! the)|of now)\b/i,
  'which thing': /^(those of|those whose|those that|one that|that which|whatever)\b/i,
  'which word of the field': /\b(unproved)\b/i,
}
type Kind = keyof typeof REFUSED
const KINDS = Object.keys(REFUSED) as Kind[]

/** Text without quotations: names of code and texts of screens keep their words. */
const prose = (text: string) => text.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, '…')
const faultsIn = (text: string): Kind[] => KINDS.filter(kind => REFUSED[kind].test(prose(text)))

/** The comments of a source file, each as one line. */
function commentsOf(file: string, text: string): string[] {
  if (file.endsWith('.sql'))
    return [...text.matchAll(/(?:^\s*--.*\n)+/gm)].map(([lines]) => lines.replace(/^\s*--/gm, ''))
  const { comments } = parseSync(file, text)
  return comments.map(({ value }) => value.replace(/^\s*\*+/gm, ''))
}
const plain = (comment: string) => comment.replace(/\s+/g, ' ').trim()

const TITLE = /(?:\b(?:it|describe)\(|\)\()\s*(['"`])((?:(?!\1).)+)\1/g

describe('the words of the source', () => {
  it('name actor, thing and time in every comment', () => {
    const all = [...code, ...sql].flatMap(file =>
      commentsOf(file, fileText(file)).map(comment => [file, plain(comment)]),
    )
    expect(all.length).toBeGreaterThan(8000)
    expect(all.filter(([, comment]) => faultsIn(comment!).length > 0)).toEqual([])
  })

  it('name actor, thing and time in every test title', () => {
    const titles = code.filter(isTest).flatMap(file => [...fileText(file).matchAll(TITLE)].map(([, , text]) => text!))
    expect(titles.length).toBeGreaterThan(1500)
    expect(titles.filter(text => faultsIn(text).length > 0 || /\b(specified|specification)\b/i.test(text))).toEqual([])
  })
})

it.each([
  ['/** Nobody holds what its person did not enter. */', 'which actor'],
  ['// A state that left is a state in which nobody can enter.', 'which actor'],
  ['/**\n * A browser of the shop, and\n * whoever signed in to it.\n */', 'which actor'],
  ['const a = 1 // Somebody else was quicker.', 'which actor'],
  ['const a = <p>{/* Everybody sees it. */}</p>', 'which actor'],
  ['// Codes that the user of before asked for.', 'which time'],
  ['/** Those of the two whose mailbox is open. */', 'which thing'],
  ['/** Whatever has a price. */', 'which thing'],
  ['/** An unproved mailbox. */', 'which word of the field'],
] as [string, Kind][])('the walk refuses %j', (source, kind) => {
  expect(commentsOf('planted.tsx', source).map(plain).flatMap(faultsIn)).toEqual([kind])
})

it('the walk reads SQL, and leaves quotations alone', () => {
  expect(commentsOf('planted.sql', '-- A role\n-- for nobody.\nselect 1;').map(plain)).toEqual(['A role for nobody.'])
  expect(faultsIn('`nobody` or an id of the staff')).toEqual([])
})
