import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Calls `close` after the test that opened something; opened while a test file loads, after the last test of the file. */
export function closeAfter(close: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await close()))
  else afterAll(async () => void (await close()))
}
