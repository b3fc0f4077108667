import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Statement limit for tests that halt the database in the middle of a statement. */
const PATIENT = { DATABASE_STATEMENT_MS: '60000' }
const ROOT = join(import.meta.dirname, '../../..')
/** Node keeps stripped and compiled sources here: each start after the first one took half of the processor time. */
export const COMPILED = join(tmpdir(), 'redoubt-compiled')
/**
 * The equivalent of `npm start`, without building pages. Ends with its parent process, even if the parent was killed. It writes the
 * compiled sources itself, because a killed process writes none.
 */
const START = `
  const { startServer } = await import('#app/server.ts')
  process.stdin.resume().on('end', () => process.exit())
  console.log((await startServer()).address)
  process.getBuiltinModule('node:module').flushCompileCache()`

/** The shop in a separate process, so that a test can kill it like a power cut. */
export type ServerProcess = {
  address: string
  /** SIGKILL: no cleanup. Resolves when the process is gone. */
  kill: () => Promise<void>
  /** SIGSTOP: nothing runs in it any more, and its connections stay open. */
  halt: () => void
}

/**
 * @param env all settings; the environment is not inherited, because Vitest sets its own `MODE`.
 * @param root the folder of another release.
 * @param within the command that becomes the process, such as a namespace.
 */
export async function startServerProcess(
  env: Record<string, string>,
  { root = ROOT, within = [] }: { root?: string; within?: string[] } = {},
): Promise<ServerProcess> {
  const [command, ...args] = [...within, process.execPath, '--input-type=module', '--eval', START] as const
  const child = spawn(command!, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      ...PATIENT,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  return { address: await addressOf(child), kill: () => end(child, gone), halt: () => void child.kill('SIGSTOP') }
}

async function end(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await gone
}

/** Reads the address from the ready line. @throws with the process's output when the process ends first. */
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
