import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultOfReference } from '../testing/runs/test-reference.ts'

/** docs/security.md lists the applicable requirements of OWASP ASVS 5.0, with the evidence for each. */
const rows = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| V\d/.test(line))
  .map(line => line.slice(2, -2).split(' | '))
  .map(([id = '', level = '', what = '', where = '', shown = '']) => ({ id, level, what, where, shown }))

/** Requirements of levels 1 and 2 by section; those of level 3 in the chapters on identity and money (V2, V6 to V9, V11). */
// biome-ignore format: a line for each chapter
const SECTIONS: Record<string, number> = {
  'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2,
  'V2.1': 3, 'V2.2': 3, 'V2.3': 5, 'V2.4': 2,
  'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2,
  'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4,
  'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3,
  'V6.1': 3, 'V6.2': 12, 'V6.3': 8, 'V6.4': 6, 'V6.5': 8, 'V6.6': 4, 'V6.7': 2, 'V6.8': 4,
  'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 3, 'V7.6': 2,
  'V8.1': 4, 'V8.2': 4, 'V8.3': 3, 'V8.4': 2,
  'V9.1': 3, 'V9.2': 4,
  'V11.1': 4, 'V11.2': 5, 'V11.3': 5, 'V11.4': 4, 'V11.5': 2, 'V11.6': 2, 'V11.7': 2,
  'V12.1': 3, 'V12.2': 2, 'V12.3': 4,
  'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5,
  'V14.1': 2, 'V14.2': 4, 'V14.3': 3,
  'V15.1': 3, 'V15.2': 3, 'V15.3': 7,
  'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3,
}

describe('docs/security.md', () => {
  it('has every requirement of the levels that the shop holds itself to, once', () => {
    const found: Record<string, number> = {}
    for (const { id } of rows) {
      const section = id.split('.').slice(0, 2).join('.')
      found[section] = (found[section] ?? 0) + 1
    }
    expect(found).toEqual(SECTIONS)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  it('says of each where it holds, and names a test that exists or a page', () => {
    const faults = rows.flatMap(({ id, where, shown }) => {
      if (!where.trim()) return [`${id}: nothing says where it holds`]
      if (shown === '–') return /^(not applicable|Deviation): |kernel/.test(where) ? [] : [`${id}: nothing shows it`]
      return shown.split(' · ').flatMap(reference => {
        const fault = faultOfReference(reference)
        return fault ? [`${id}: ${fault}`] : []
      })
    })
    expect(faults).toEqual([])
  })
})
