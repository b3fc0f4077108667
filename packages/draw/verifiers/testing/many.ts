import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createContext, runInContext } from 'node:vm'
import { bundled } from '../../build-verifiers.ts'
import type { KeptReceipt, Verdict } from '../../src/verify.ts'

/** What a process is asked, a line of JSON each. */
export type Question = { bundle: string; receipt?: string; signature?: string }

export const bundleQuestion = (json: string, kept?: KeptReceipt): Question => ({
  bundle: Buffer.from(json).toString('base64'),
  ...(kept && { receipt: receiptFile(kept) }),
})

/** What "Save my receipt" saves. */
export const receiptFile = ({ receipt, vkey, holderSecret, nonces, proofs }: KeptReceipt): string =>
  JSON.stringify({ format: 'redoubt-receipt/2', receipt, secret: holderSecret, nonces, key: vkey, proofs })

export const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** Asks redoubt-verify.py, in one process. */
export const askPython = <A>(questions: unknown[]): Promise<A[]> =>
  ask(spawn('python3', [join(import.meta.dirname, 'verify-many.py')]), questions)

/** Asks a built redoubt-verify.mjs, in one process that runs its command line for each question. */
export const askNode = (file: string, questions: Question[]): Promise<(Verdict & { code: number })[]> =>
  ask(spawn(process.execPath, [join(import.meta.dirname, 'run-many.ts'), file]), questions)

async function ask<A>(child: ChildProcess, questions: unknown[]): Promise<A[]> {
  const errors: string[] = []
  child.stderr!.on('data', data => errors.push(String(data)))
  child.stdin!.end(questions.map(question => `${JSON.stringify(question)}\n`).join(''))
  const answers: A[] = []
  for await (const line of createInterface(child.stdout!)) answers.push(JSON.parse(line) as A)
  if (answers.length < questions.length) throw new Error(errors.join(''))
  return answers
}

/** The first step that fails; undefined for a bundle that is accepted. */
export const failedStep = ({ steps }: Verdict): number | undefined => steps.find(step => !step.ok)?.step

/** Which steps hold, and the sentence of each that fails. */
export const toldBy = ({ steps }: Verdict): string[] =>
  steps.map(({ step, ok, sentence }) => (ok ? `${step} holds` : `${step} fails: ${sentence}`))

/** Asks the check of redoubt-verify.html, in a realm that has what a browser has. */
export async function askPage(bundles: readonly string[], receipt: string): Promise<Verdict[]> {
  const realm = createContext({ TextEncoder, TextDecoder, atob, btoa, URL })
  runInContext(await bundled('testing/verify-in-browser.ts', true), realm)
  const verify = runInContext('verify', realm) as (bundle: string, receipt: string) => string
  return bundles.map(bundle => JSON.parse(verify(bundle, receipt)))
}
