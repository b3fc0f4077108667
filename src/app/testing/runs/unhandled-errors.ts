import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/** The environment variable with the path of the report. */
export const REPORT_OF_UNHANDLED_ERRORS = 'REDOUBT_UNHANDLED_ERRORS'

/** Writes the errors that belong to no test, as an array of texts. They fail a run, and vitest's JSON report leaves them out. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const path = process.env[REPORT_OF_UNHANDLED_ERRORS]
    if (path) writeFileSync(path, JSON.stringify(errors.map(textOf)))
  }
}

/** `VITEST_TEST_PATH` is the file that ran when the error was caught, which need not be its cause. */
const textOf = (error: SerializedError) => `${error.VITEST_TEST_PATH ?? 'no file'}\n${error.stack ?? error.message}`
