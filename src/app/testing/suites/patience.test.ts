import { expect, it } from 'vitest'
import { fileText, repositoryFiles } from '../source/repository-files.ts'

/** Waits of a test's own, each with its reason. All others are `PATIENCE_MS` and `TEST_MS`, which configurations give. */
const OWN: Record<string, string> = {
  'e2e/keyboard.ts › timeout: 5000': 'its failure is caught, and the walk names the problem',
  'e2e/notification-settings.test.ts › timeout: 1000': 'a click that fails is repeated by the poll around it',
  'src/app/processes/npm-start.test.ts › timeout: 7000':
    'the server ends before the ten seconds that a running request has',
  'src/app/house/patterns.test.ts › timeout: 100000': 'the search for a slow pattern ends by its steps, this is a belt',
  'packages/draw/src/tests/mutation.test.ts › }, 3600000)': 'its full count takes an hour',
  'src/features/draws/tests/grinding.test.ts › }, 3600000)': 'its full count takes an hour',
}
/** `timeout: 5000`, `setDefaultTimeout(5000)`, and the third argument of a test. */
const WAITS = /\btimeout: \d[\d_]*(?![\d_]| \*)|setDefaultTimeout\(\d[\d_]*\)|^\s*\}, \d[\d_]*\)$|^ {2}\d[\d_]*,$/gm

it('a test waits as long as every other: the speed of the machine decides nothing', () => {
  const files = repositoryFiles('src', 'e2e', 'packages').filter(
    file => /(\.test\.tsx?$)|^e2e\/.*\.ts$|\/testing\//.test(file) && !file.endsWith('suites/patience.test.ts'),
  )
  expect(files.length).toBeGreaterThan(600)
  const own = files.flatMap(file =>
    [...fileText(file).matchAll(WAITS)].map(([wait]) => `${file} › ${wait.trim().replaceAll('_', '')}`),
  )
  expect(own.sort()).toEqual(Object.keys(OWN).sort())
})
