import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openWitness } from './open-witness.ts'
import { createKeyText, readKeyText } from './signing-key.ts'
import { createStateFile } from './state-file.ts'

const HELP = `A witness for the log of a shop. It cosigns checkpoints and never signs two histories of a log.

  npm run witness -- --key new --name you.example/witness     makes witness.key and witness.json
  npm run witness -- --log '<verifier key of the shop's log>'  runs the witness

  --key <file>    the signing key (witness.key)      --state <file>  what was cosigned (witness.json)
  --log <key>     a log to witness, repeatable       --name <name>   a URL without a scheme that names you
  --host <host>   127.0.0.1                          --port <port>   8470
`

const say = (text: string) => process.stdout.write(text)

/** @returns the exit code, or undefined while the witness runs. */
async function run(): Promise<number | undefined> {
  const { values } = parseArgs({
    options: {
      key: { type: 'string', default: 'witness.key' },
      state: { type: 'string', default: 'witness.json' },
      name: { type: 'string' },
      log: { type: 'string', multiple: true, default: [] },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8470' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    say(HELP)
    return 0
  }
  if (values.key === 'new') return makeKey(values.name, values.state)
  const witness = await openWitness({ ...values, port: Number(values.port), logs: values.log })
  say(`The witness ${witness.vkey} listens at ${witness.address}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void witness.close())
  return undefined
}

async function makeKey(name: string | undefined, state: string): Promise<number> {
  if (!name) throw new Error('--name is missing: a URL without a scheme that names you, such as you.example/witness.')
  const text = createKeyText(name)
  const { vkey } = readKeyText(text)
  // The state first: a key without a state never starts.
  await createStateFile(state, vkey)
  await writeFile('witness.key', text, { mode: 0o600, flag: 'wx', flush: true })
  say(`Made witness.key, which stays secret, and ${state}. Keep no copy of ${state} to restore.\n\nYour verifier key:\n  ${vkey}\n
The shop adds you to its WITNESSES, with your address and your name:\n  ${vkey} https://<your address> <your name>\n`)
  return 0
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
