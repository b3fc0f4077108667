import { appendFile, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sha256Hex } from '@redoubt/draw/bytes.ts'
import type { CosignedCheckpoint, Evidence, WitnessStore } from './witness.ts'

/** The state of another key or of another version, or a damaged one. */
export class StateError extends Error {}

/** The file's content. `vkey` ties the state to its key: a key with an older or empty state could sign a second history. */
type State = { format: 'redoubt-witness/1'; vkey: string; logs: ({ origin: string } & CosignedCheckpoint)[] }

/** A log that sends forks without end fills the disk up to this many records. */
const MAX_EVIDENCE = 10_000

/** Makes the state of a new key. @throws when the file exists. */
export async function createStateFile(path: string, vkey: string): Promise<void> {
  const state: State = { format: 'redoubt-witness/1', vkey, logs: [] }
  await writeDurably(path, JSON.stringify(state), 'wx')
  await syncFolder(path)
}

/**
 * One JSON file, replaced as a whole and durable before `update` resolves. One process may have the file open (see `lock.ts`).
 * @param evidencePath a file with one JSON record a line, made at the first fork.
 */
export async function openStateFile(path: string, evidencePath: string, vkey: string): Promise<WitnessStore> {
  const { logs } = await readState(path, vkey)
  let latest = new Map(logs.map(({ origin, ...checkpoint }) => [origin, checkpoint]))
  const kept = await readEvidence(evidencePath)
  let last: Promise<unknown> = Promise.resolve()

  /** Runs calls one after another, so that each decides on the state that the one before saved. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  return {
    update: (origin, decide) =>
      inTurn(async () => {
        const { next, evidence, answer } = await decide(latest.get(origin))
        if (evidence) await keep(evidence)
        if (next) {
          const changed = new Map(latest).set(origin, next)
          await replaceState(path, vkey, changed)
          latest = changed
        }
        return answer
      }),
    async read(origin) {
      return latest.get(origin)
    },
  }

  async function keep(evidence: Evidence): Promise<void> {
    const line = JSON.stringify(evidence)
    const mark = markOf(evidence)
    if (kept.has(mark) || kept.size >= MAX_EVIDENCE) return
    await appendFile(evidencePath, `${line}\n`, { flush: true })
    kept.add(mark)
  }
}

/** A repeated attempt is one record. */
const markOf = ({ kind, submitted }: Evidence) => sha256Hex(`${kind}\n${submitted}`)

async function readState(path: string, vkey: string): Promise<State> {
  const text = await readFile(path, 'utf8').catch(error => {
    throw new StateError(
      `The state ${path} cannot be read (${error.code}). A key without its state may sign a second history: make a new key.`,
    )
  })
  let state: State
  try {
    state = JSON.parse(text)
  } catch {
    throw new StateError(`The state ${path} is damaged. Make a new key.`)
  }
  if (state.format !== 'redoubt-witness/1') throw new StateError(`The state ${path} is of another version.`)
  if (state.vkey !== vkey) throw new StateError(`The state ${path} belongs to another key.`)
  return state
}

async function replaceState(path: string, vkey: string, latest: Map<string, CosignedCheckpoint>): Promise<void> {
  const logs = [...latest].map(([origin, checkpoint]) => ({ origin, ...checkpoint }))
  const state: State = { format: 'redoubt-witness/1', vkey, logs }
  const temporary = `${path}.new`
  await writeDurably(temporary, `${JSON.stringify(state, null, 1)}\n`, 'w')
  await rename(temporary, path)
  await syncFolder(path)
}

/** Closes an unfinished last line, which a power cut leaves, so that the next record begins a line of its own. */
async function readEvidence(path: string): Promise<Set<string>> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (text !== '' && !text.endsWith('\n')) await appendFile(path, '\n')
  return new Set(text.split('\n').flatMap(readMark))
}

function readMark(line: string): string[] {
  try {
    return [markOf(JSON.parse(line))]
  } catch {
    return []
  }
}

async function writeDurably(path: string, text: string, flags: 'w' | 'wx'): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without this a power cut can undo the rename. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
