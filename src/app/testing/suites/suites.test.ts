import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { faultOfReference } from '../runs/test-reference.ts'
import { fileText, ROOT } from '../source/repository-files.ts'
import { AGAIN, firstOf, isWhole } from './again.ts'
import { SUITES } from './suites.ts'

/** `npm test` looks at everything once, and `npm test -- --all` loses no test. */
const TEST_FILES = globSync(['{src,e2e,db,bench}/**/*.test.{ts,tsx}', 'packages/*/**/*.test.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
/** The tag, and no word of a comment. */
const TAG = /\btags: 'again'/g
const TEST = /^\s*(?:it|test)(?:\.each|\(|`)/gm

const isIn = (file: string, patterns: readonly string[]) => patterns.some(pattern => matchesGlob(file, pattern))
const suitesOf = (file: string) =>
  Object.entries(SUITES).flatMap(([name, { include, exclude }]) =>
    isIn(file, include) && !isIn(file, exclude) ? [name] : [],
  )

it('every test file belongs to one suite', () => {
  expect(TEST_FILES.length).toBeGreaterThan(580)
  expect(TEST_FILES.filter(file => suitesOf(file).length !== 1)).toEqual([])
})

it('every suite has files, and every file that is named alone is there', () => {
  for (const [name, { include }] of Object.entries(SUITES)) {
    expect(TEST_FILES.filter(file => suitesOf(file).includes(name)).length, name).toBeGreaterThan(0)
    expect(include.filter(pattern => !TEST_FILES.some(file => matchesGlob(file, pattern)))).toEqual([])
  }
})

it('a file that runs with --all only has its like in npm test', () => {
  for (const [file, like] of Object.entries(AGAIN)) {
    expect(suitesOf(file), file).toHaveLength(1)
    expect(faultOfReference(like), file).toBeUndefined()
    expect(like.split(' › ')[0]! in AGAIN, like).toBe(false)
  }
})

it('a file with tests that run with --all only has tests of npm test', () => {
  const tagged = TEST_FILES.map(file => ({ file, text: fileText(file) })).flatMap(({ file, text }) => {
    const again = text.match(TAG)?.length ?? 0
    return again > 0 ? [{ file, again, all: text.match(TEST)?.length ?? 0 }] : []
  })
  expect(tagged.length).toBeGreaterThan(0)
  expect(tagged.filter(({ again, all }) => again >= all)).toEqual([])
})

it('of the cases of a kind the first ones run in npm test, and all with --all', () => {
  expect(firstOf(['a', 'b', 'c'], 2)).toEqual(isWhole ? ['a', 'b', 'c'] : ['a', 'b'])
})
