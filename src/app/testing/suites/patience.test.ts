import { expect, it } from 'vitest'
import { fileText, repositoryFiles } from '../source/repository-files.ts'

/** What vitest.config.ts gives each poll of a test. */
const LEAST_MS = 30_000

/** Shorter waits, each with its reason. */
const SHORTER: Record<string, string> = {
  'src/app/processes/npm-start.test.ts: 7000': 'the server ends before the ten seconds that a running request has',
  'e2e/keyboard.ts: 5000': 'its failure is caught, and the walk names the problem',
  'e2e/notification-settings.test.ts: 1000': 'a click that fails is repeated by the poll around it',
}

it('a test waits as long as every other: the speed of the machine decides nothing', () => {
  const files = repositoryFiles('src', 'e2e', 'packages').filter(file => /(\.test\.tsx?$)|^e2e\/.*\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(600)
  const shorter = files.flatMap(file =>
    [...fileText(file).matchAll(/\btimeout: ([\d_]+)(?![\d_]| \*)/g)]
      .filter(([, ms]) => Number(ms!.replaceAll('_', '')) < LEAST_MS)
      .map(([, ms]) => `${file}: ${ms}`),
  )
  expect(shorter.sort()).toEqual(Object.keys(SHORTER).sort())
  expect(fileText('vitest.config.ts')).toContain('{ poll: { timeout: 30_000 } }')
})
