import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A test that halts the database in the middle of a statement must not run into its limits. */
const PATIENT = { DATABASE_STATEMENT_MS: '60000' }
const ROOT = join(import.meta.dirname, '../../..')
/** What `npm start` runs, without building pages. It ends with whoever started it, even if that one could not say so. */
const START = `
  const { startServer } = await import('#app/server.ts')
  process.stdin.resume().on('end', () => process.exit())
  console.log((await startServer()).address)`

/** The shop as a process of its own, so that it can be killed as a power cut would. */
export type ServerProcess = {
  address: string
  /** SIGKILL: nothing is finished, nothing is said. Resolves when the process is gone. */
  kill: () => Promise<void>
}

/**
 * @param env its settings, all of them: Vitest has a `MODE` of its own in the environment.
 * @param root the folder of another release.
 */
export async function startServerProcess(env: Record<string, string>, root = ROOT): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', START], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...PATIENT, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  return { address: await addressOf(child), kill: () => end(child, gone) }
}

async function end(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await gone
}

/** The line it says when it is open. @throws with what it said instead, should it end. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((open, fail) => {
    let errors = ''
    child.stderr!.on('data', text => {
      errors += text
    })
    child.stdout!.on('data', text => /^http\S+/.test(String(text)) && open(String(text).trim()))
    child.on('exit', code => fail(new Error(`The server ended with ${code}: ${errors}`)))
  })
}
