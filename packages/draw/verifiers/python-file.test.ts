import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withSentences } from '../build-verifiers.ts'

const FILE = join(import.meta.dirname, 'redoubt-verify.py')

it('redoubt-verify.py has the sentences of the one table [B-17.19]', () => {
  const source = readFileSync(FILE, 'utf8')
  expect(withSentences(source)).toBe(source)
  expect(withSentences(source.replace('"list.other": "', '"list.other": "Another. '))).toBe(source)
})

it('redoubt-verify.py imports nothing beside the standard library, and nothing that calls a network [B-17.2]', () => {
  const source = readFileSync(FILE, 'utf8')
  const imported = [...source.matchAll(/^\s*(?:import|from) ([\w.]+)/gm)].map(([, name]) => name)
  expect(imported).toEqual(['base64', 'datetime', 'hashlib', 'hmac', 'json', 're', 'sys'])
  expect(source).not.toMatch(/__import__|importlib|eval\(|exec\(/)
})
