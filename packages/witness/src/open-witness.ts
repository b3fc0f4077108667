import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { parseVerifierKey } from '@redoubt/draw/log/note.ts'
import { holdLock } from './lock.ts'
import { createWitnessServer } from './server.ts'
import { readKeyText } from './signing-key.ts'
import { openStateFile } from './state-file.ts'
import { createWitness } from './witness.ts'

type Options = {
  /** Path of the key file. */
  key: string
  /** Path of the state file. Evidence of forks is kept beside it, in `<state>.evidence`. */
  state: string
  /** The verifier keys of the logs to witness. Several keys of one log are trusted alike. */
  logs: readonly string[]
  host: string
  port: number
  now?: () => Date
  onError?: (error: unknown) => void
}

export type OpenWitness = { vkey: string; address: string; close: () => Promise<void> }

/**
 * Runs a witness on its key and state file.
 * @throws when a file is missing or of another key, when another process has the state open, or when the port is taken.
 */
export async function openWitness(options: Options): Promise<OpenWitness> {
  const { now = () => new Date(), onError = error => process.stderr.write(`${(error as Error).stack}\n`) } = options
  if (options.logs.length === 0) throw new Error('--log is missing: the verifier key of the log to witness.')
  const logKeys = Map.groupBy(options.logs, vkey => parseVerifierKey(vkey).name)
  const key = readKeyText(await readFile(options.key, 'utf8'))
  const lock = await holdLock(`${options.state}.lock`)
  try {
    const store = await openStateFile(options.state, `${options.state}.evidence`, key.vkey)
    const witness = createWitness({ key, logKeysOf: origin => logKeys.get(origin) ?? [], store, now })
    const server = createWitnessServer({ witness, store, origins: [...logKeys.keys()], vkey: key.vkey, onError })
    await new Promise<void>((done, fail) => server.once('error', fail).listen(options.port, options.host, done))
    const { port } = server.address() as AddressInfo
    return {
      vkey: key.vkey,
      address: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
      async close() {
        const closed = new Promise(done => server.close(done))
        server.closeIdleConnections()
        await closed
        await new Promise(done => lock.close(done))
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}
