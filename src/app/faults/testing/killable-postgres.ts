import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#platform/db/connections/embedded-postgres.server.ts'

/**
 * A separate PostgreSQL, as durable as a shop's. It can be killed like in a power cut, and restarts at its address with its data.
 * @param flags `-c name=value` settings.
 */
export async function startKillablePostgres(folder: string, flags: string[] = []) {
  const { url } = await startPostgres(folder, flags)
  let pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  // The restart uses the original user, command and arguments.
  const [command, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  const { uid, gid } = statSync(`/proc/${pid}`)
  let child: ChildProcess | undefined

  /** Sends SIGKILL to the postmaster and all its processes: nothing more is written. */
  async function kill(): Promise<void> {
    const all = [pid, ...childrenOf(pid)]
    for (const each of all) signalProcess(each, 'SIGKILL')
    // A new postmaster takes a dead but unreaped one for running and refuses to start.
    while (all.some(isAlive) || existsSync(`/proc/${pid}`)) await new Promise(done => setTimeout(done, 10))
  }

  /** Starts PostgreSQL on the data on disk. */
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

  /** Stops all its processes: connections stay open, the kernel accepts new ones, and no process answers. */
  const suspend = () => signalAll('SIGSTOP')
  const thaw = () => signalAll('SIGCONT')
  function signalAll(signal: NodeJS.Signals): void {
    for (const each of [pid, ...childrenOf(pid)]) signalProcess(each, signal)
  }

  /** Asynchronous commits stay in memory until the next kill, which loses them. Without this the kill may come after a turn of the writer. */
  function holdWalWriter(): void {
    const isWalWriter = (each: number) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('walwriter')
    const writers = childrenOf(pid).filter(isWalWriter)
    if (writers.length !== 1) throw new Error(`${writers.length} WAL writers run.`)
    signalProcess(writers[0]!, 'SIGSTOP')
  }

  return {
    url,
    kill,
    start,
    isRunning: () => existsSync(`/proc/${pid}`) && isAlive(pid),
    stop,
    suspend,
    thaw,
    holdWalWriter,
  }
}

const processes = () => readdirSync('/proc').filter(name => /^\d+$/.test(name))
/** The fields after the name in brackets: state and parent. */
const standingOf = (pid: number | string) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')

function childrenOf(parent: number): number[] {
  return processes()
    .filter(pid => {
      try {
        return Number(standingOf(pid)[1]) === parent
      } catch {
        return false // The process has ended.
      }
    })
    .map(Number)
}

/** A zombie (dead, not yet reaped by its parent) counts as dead. */
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
