import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultOfReference } from './testing/test-reference.ts'

/**
 * docs/coverage.md lists every requirement, with the test that proves it (`file › title`) or the decision that replaces it.
 * This test checks that the references exist.
 */
const ROOT = join(import.meta.dirname, '../..')
const SECTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
const rows = readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.slice(2, -2).split(' | '))
  .map(([number = '', what = '', shown = '']) => ({ number, what, shown }))

describe('docs/coverage.md', () => {
  it('covers every section, in numbered lines without a gap', () => {
    for (const section of SECTIONS) {
      const numbers = rows.map(({ number }) => number.split('.')).filter(([first]) => Number(first) === section)
      expect(
        numbers.map(([, second]) => Number(second)),
        `section ${section}`,
      ).toEqual(numbers.map((_, n) => n + 1))
      expect(numbers.length, `section ${section}`).toBeGreaterThan(0)
    }
  })

  it('names for every line a test that exists, or the decision that settles it otherwise', () => {
    const faults = rows.flatMap(({ number, shown }) => {
      if (!shown.trim()) return [`${number}: nothing shows it`]
      return shown
        .split(' · ')
        .flatMap(reference => faultOfReference(reference) ?? [])
        .map(fault => `${number}: ${fault}`)
    })
    expect(faults).toEqual([])
  })
})
