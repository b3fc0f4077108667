import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Tinypool from 'tinypool'
import type { PictureInput, PictureResult, Pictures, PictureTask } from '#kernel/ports/pictures.ts'
import { refuse } from '#platform/errors.ts'
import type { Logger } from '#platform/log.server.ts'

/** The next picture of an upload comes within seconds. After this pause the process ends, and its memory goes back to the system. */
const IDLE_MS = 20_000
/** A picture takes some seconds of processor time. A decoder that goes round in circles is ended. */
const MOST_CPU_MS = 60_000
/** So is one that stands still. Behind a busy shop, on a slow machine, a picture may take minutes. */
const LONGEST_MS = 600_000
const RETRY_AFTER_S = 5

/** A small heap, because pixels lie outside of it, collected after each picture. */
const NODE_FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=96', '--expose-gc']
/** The process runs little JavaScript. Without V8's compilers it takes 4 MB less, but Node cannot strip types then. */
const BUILT_FLAGS = [...NODE_FLAGS, '--jitless']

/** What the process gets of the shop's environment: nothing secret. Windows needs its folders, and libvips one for large temporary files. */
const PASSED = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH']
/** Freed blocks of 16 KB and more go back to the system at once, and one thread works. With 64 KB, 6 MB stayed after a picture. */
const OWN_ENV = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '16384',
  UV_THREADPOOL_SIZE: '1',
}

/** The environment of the process of pictures. */
export function pictureEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const passed = PASSED.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]]))
  return { ...Object.fromEntries(passed), ...OWN_ENV }
}

export type PictureProcess = Pictures & {
  /** The process id; undefined while no picture is worked on. */
  pid: () => number | undefined
  /** Resident memory; 0 without a process, and outside of Linux. */
  residentBytes: () => Promise<number>
  /** Ends the process. Work in progress is refused. */
  stop: () => Promise<void>
}

type Options = { log: Logger; inbox: string; idleMs?: number; longestMs?: number; mostCpuMs?: number }

/**
 * The process in which pictures are decoded and encoded, with a lower priority. It starts with the first picture and ends after a pause.
 * When it ends during its work, the caller is asked to try again, and the next picture starts another.
 */
export function createPictureProcess({
  log,
  inbox,
  idleMs = IDLE_MS,
  longestMs = LONGEST_MS,
  mostCpuMs = MOST_CPU_MS,
}: Options): PictureProcess {
  let pool: Promise<Tinypool> | undefined
  let opened: Tinypool | undefined
  let isStopped = false
  const broken = () => refuse('overloaded', { retryAfter: RETRY_AFTER_S })

  async function open(): Promise<Tinypool> {
    // Loaded with the first picture, as the process is.
    const { Tinypool } = await import('tinypool')
    opened = new Tinypool({
      ...{ runtime: 'child_process', serialization: 'advanced', ...tasksFile() },
      ...{ minThreads: 0, maxThreads: 1, idleTimeout: idleMs },
      ...{ env: pictureEnv(process.env), useAtomics: false },
    })
    // It ended between two pictures, which harms none, or while it started: then a picture waits for it.
    opened.on('error', error => {
      log.warn({ err: error }, 'the process of pictures ended')
      opened!.cancelPendingTasks()
    })
    return opened
  }

  const pid = () => opened?.threads[0]?.threadId

  return {
    inbox,
    pid,
    async residentBytes() {
      const status = await readFile(`/proc/${pid()}/status`, 'utf8').catch(() => '')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
    },
    async runTask<Task extends PictureTask>(task: Task, input: PictureInput<Task>): Promise<PictureResult<Task>> {
      if (isStopped) throw broken()
      pool ??= open()
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), longestMs)
      try {
        return await (await pool).run({ task, input, mostCpuMs }, { signal: deadline.signal })
      } catch (error) {
        // The pool rejects with an Error when the process ended, and with an error's fields when the task threw one.
        if (!(error instanceof Error)) throw new Error(`${task} failed`, { cause: error })
        log.warn({ err: error, task }, 'the process of pictures ended during its work')
        throw broken()
      } finally {
        clearTimeout(timer)
      }
    },
    async stop() {
      isStopped = true
      await (await pool)?.destroy()
    },
  }
}

/** The file that the process runs, the source or its place in `dist`, with the flags of Node. */
function tasksFile(): { filename: string; execArgv: string[] } {
  const file = join(import.meta.dirname, 'picture-tasks.server')
  return existsSync(`${file}.ts`)
    ? { filename: `${file}.ts`, execArgv: NODE_FLAGS }
    : { filename: `${file}.js`, execArgv: BUILT_FLAGS }
}
