import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SCREEN_RULES } from './screen-rules.ts'

const SRC = join(import.meta.dirname, '../../..')

/** A condition on a right, a state or an amount, by which a control is there, disabled or explained. */
const CONDITION =
  /useRight\(|\buseMay\w+\(|hasRight\(|\.actions\b|\.acts\.(filter|find)|\bactsOn\(|\b(state|status|standing) ===|\bcan[A-Z]\w+ ?(&&|\?)|\bdisabled=\{|\.includes\((\w+\.)?(state|status|standing)\)/
/** Staff's screens are in folders of this name; those of accounts and of the setup have their feature for themselves. */
const SCREENS = [
  '**/admin/**/*.tsx',
  'features/users/**/*.tsx',
  'features/setup/admin-*.tsx',
  'features/*/admin-*-tab.tsx',
]

const conditional = new Set<string>()
for await (const file of glob(SCREENS, { cwd: SRC }))
  if (!file.includes('.test.') && CONDITION.test(readFileSync(join(SRC, file), 'utf8'))) conditional.add(file)

it('every staff screen with a condition on right, state or amount says by which rule it decides [B-13.111]', () => {
  expect([...conditional].filter(file => !(file in SCREEN_RULES)).toSorted()).toEqual([])
  expect(Object.keys(SCREEN_RULES).filter(file => !conditional.has(file))).toEqual([])
  expect(conditional.size).toBeGreaterThan(60)
})

it('a screen that shows the server’s answer names the test that compares it with the calls [B-13.111]', () => {
  const tests = Object.values(SCREEN_RULES).flatMap(rule => ('test' in rule ? [rule.test] : []))
  expect(tests.filter(test => !existsSync(join(SRC, '..', test)))).toEqual([])
})
