import { globSync, readFileSync } from 'node:fs'
import sentences from '@redoubt/draw/steps/sentences.json' with { type: 'json' }
import { expect, it } from 'vitest'

const PAGE = readFileSync('docs/draw-attacks.md', 'utf8')
const ROWS = PAGE.split('\n').filter(line => /^\| \d+ \|/.test(line))

it('the page of attacks on a draw has a row for each attack, with a test that exists', () => {
  expect(ROWS.map(row => Number(/\d+/.exec(row)![0]))).toEqual(Array.from({ length: 17 }, (_, place) => place + 1))
  const tests = globSync('src/features/draws/tests/**/*.test.ts').map(file =>
    file.replace(/^.*\/draws\/tests\/|\.test\.ts$/g, ''),
  )
  for (const row of ROWS) {
    const named = [...row.split('|')[3]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
    expect(named.length, row).toBeGreaterThan(0)
    for (const name of named) expect(tests).toContain(name)
  }
})

it('the page of attacks quotes the verifier as it speaks', () => {
  const NAMES = ['The giveaway', 'The sealed list', 'The result']
  const spoken = Object.values(sentences).flatMap(text =>
    text.includes('{name}') ? NAMES.map(name => text.replace('{name}', name)) : text.replace(/"?\{\w+\}"?/g, '…'),
  )
  const quoted = ROWS.flatMap(row => [...row.matchAll(/"([^"]+)"/g)].map(([, text]) => text!))
  expect(quoted.length).toBeGreaterThan(20)
  for (const text of quoted) {
    const shown = text.replace(/ …$/, '')
    expect(
      spoken.some(sentence => sentence === shown || (text.endsWith(' …') && sentence.startsWith(shown))),
      text,
    ).toBe(true)
  }
})
