import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#platform/db/embedded-postgres.server.ts'

/**
 * A PostgreSQL of one's own, as durable as a shop's, that can be killed as a power cut would and comes back at the same address
 * with the same data.
 * @param flags `-c name=value` settings.
 */
export async function startKillablePostgres(folder: string, flags: string[] = []) {
  const { url } = await startPostgres(folder, flags)
  let pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  // Whoever ran it and however it was called, it is called again.
  const [command, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  const { uid, gid } = statSync(`/proc/${pid}`)
  let child: ChildProcess | undefined

  /** SIGKILL to the postmaster and to each of its processes: nothing is written any more. */
  async function kill(): Promise<void> {
    const all = [pid, ...childrenOf(pid)]
    for (const each of all) signalProcess(each, 'SIGKILL')
    // The next postmaster takes one that is dead and not yet reaped for alive, and refuses to start.
    while (all.some(isAlive) || existsSync(`/proc/${pid}`)) await new Promise(done => setTimeout(done, 10))
  }

  /** Starts it on what the disk has. */
  async function start(): Promise<void> {
    child = spawn(command!, args, { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
    pid = child.pid!
    let log = ''
    await new Promise<void>((done, fail) => {
      child!.once('exit', code => fail(new Error(`PostgreSQL ended with ${code}: ${log}`)))
      child!.stderr!.on('data', text => {
        log += text
        if (log.includes('ready to accept connections')) done()
      })
    })
  }

  async function stop(): Promise<void> {
    const gone = child && child.exitCode === null ? once(child, 'exit') : undefined
    signalProcess(pid, 'SIGINT')
    await gone
    while (isAlive(pid)) await new Promise(done => setTimeout(done, 10))
  }

  /** Halts all its processes: connections stay open, new ones are accepted by the kernel, and nothing answers. */
  const freeze = () => signalAll('SIGSTOP')
  const thaw = () => signalAll('SIGCONT')
  function signalAll(signal: NodeJS.Signals): void {
    for (const each of [pid, ...childrenOf(pid)]) signalProcess(each, signal)
  }

  return { url, kill, start, stop, freeze, thaw }
}

const processes = () => readdirSync('/proc').filter(name => /^\d+$/.test(name))
/** After the name in brackets: state and parent. */
const standingOf = (pid: number | string) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')

function childrenOf(parent: number): number[] {
  return processes()
    .filter(pid => {
      try {
        return Number(standingOf(pid)[1]) === parent
      } catch {
        return false // Gone meanwhile.
      }
    })
    .map(Number)
}

/** A process that is dead and not yet fetched by its parent is no more. */
function isAlive(pid: number): boolean {
  try {
    return standingOf(pid)[0] !== 'Z'
  } catch {
    return false
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, signal)
}
