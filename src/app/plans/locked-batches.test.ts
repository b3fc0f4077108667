import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
/** A plan may run the sub-select of `in (…)` once per row; `skip locked` and `limit` then find other rows each time. */
const IN_LOCKED = [/\bin \(\s*select[^`]*?skip locked/i, /'in',[^`]{0,400}?\.skipLocked\(/]

it('takes locked batches by any(array(…)), which runs once in every plan', () => {
  const files = globSync('**/*.server.ts', { cwd: SRC })
  const faulty = files.filter(file => {
    const text = readFileSync(join(SRC, file), 'utf8')
    return IN_LOCKED.some(pattern => pattern.test(text))
  })
  expect(files.length).toBeGreaterThan(300)
  expect(faulty).toEqual([])
})
