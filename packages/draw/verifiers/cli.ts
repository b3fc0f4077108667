import { readFileSync } from 'node:fs'
import process from 'node:process'
import { isSkipped } from '../src/steps/sentences.ts'
import { trustOf } from '../src/trust.ts'
import { type Verdict, type VerifyOptions, verifyBundle } from '../src/verify.ts'
import { InvalidFile, readReceipt, readRound } from './kept-files.ts'
import { questionOf } from './steps.ts'

/** The entry of `redoubt-verify.mjs`. Its command line, exit codes and JSON are those of `redoubt-verify.py`. */
const USAGE = `Checks a draw without its shop and without a network.

    node redoubt-verify.mjs draw.json [receipt.json]

draw.json      what the giveaway's page offers as "Download everything"
receipt.json   what an entrant saved by "Save my receipt"

--round-file round.json   the round from any relay of the beacon, for a bundle from before the draw
--signature hex           the same, as the signature alone
--log-key vkey            the key of the shop's log that you know from elsewhere
--json                    the result for a program

Exit code: 0 all holds; 1 to 12 the first step that fails (9 also for a round that is not in the file yet); 64 wrong usage;
65 a file is not in its exact form; 66 no such file; 70 a fault of this program.
`
const WRONG_USAGE = 64
const WRONG_FORM = 65
const NO_FILE = 66
const FAULT = 70

class Stop extends Error {
  readonly code: number
  constructor(code: number, sentence: string) {
    super(sentence)
    this.code = code
  }
}

const OPTIONS = ['--round-file', '--signature', '--log-key'] as const
type Arguments = { files: string[]; isJson: boolean } & Partial<Record<(typeof OPTIONS)[number], string>>

function argumentsOf(words: string[]): Arguments {
  const result: Arguments = { files: [], isJson: false }
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const option = OPTIONS.find(name => name === word)
    if (word === '-h' || word === '--help') throw new Stop(0, USAGE)
    if (word === '--json') result.isJson = true
    else if (option) {
      const value = words[++at]
      if (value === undefined || result[option] !== undefined) throw new Stop(WRONG_USAGE, USAGE)
      result[option] = value
    } else if (word.startsWith('-')) throw new Stop(WRONG_USAGE, USAGE)
    else result.files.push(word)
  }
  const isOneRound = !result['--round-file'] || !result['--signature']
  if (result.files.length < 1 || result.files.length > 2 || !isOneRound) throw new Stop(WRONG_USAGE, USAGE)
  return result
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch {
    throw new Stop(NO_FILE, `The file ${path} cannot be read.\n`)
  }
}

/** Reads a file beside the bundle. */
function kept<T>(path: string, read: (json: string) => T): T {
  try {
    return read(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(path)))
  } catch (error) {
    if (error instanceof Stop) throw error
    throw new Stop(WRONG_FORM, `${error instanceof InvalidFile ? error.message : `The file ${path} is no text.`}\n`)
  }
}

function run(words: string[]): { code: number; text: string } {
  const { files, isJson, ...given } = argumentsOf(words)
  const bundle = bytesOf(files[0]!)
  const signature = given['--round-file'] ? kept(given['--round-file'], readRound) : given['--signature']
  const options: VerifyOptions = {
    ...(files[1] !== undefined && { receipt: kept(files[1], readReceipt) }),
    ...(given['--log-key'] !== undefined && { logKey: given['--log-key'] }),
    ...(signature !== undefined && { signature }),
  }
  const verdict = verifyBundle(bundle, options)
  const trust = trustOf(bundle)
  return { code: codeOf(verdict), text: isJson ? `${JSON.stringify({ ...verdict, trust })}\n` : textOf(verdict, trust) }
}

function codeOf({ steps }: Verdict): number {
  const failed = steps.find(step => !step.ok)
  return failed ? failed.step || WRONG_FORM : 0
}

function textOf({ steps, places, winner }: Verdict, trust: string[]): string {
  const lines = steps.map(step => {
    const mark = step.ok ? 'ok' : isSkipped(step) ? '--' : 'NO'
    return `${mark}  ${String(step.step).padStart(2)}  ${questionOf(step.step)} ${step.sentence}`
  })
  if (winner !== undefined) lines.push(`The winner is number ${winner}.`, placesInWords(places ?? []))
  return `${[...lines, ...trust].join('\n')}\n`
}

/** The number of places that the text names; `--json` has all. */
const PLACES_TOLD = 20

const placesInWords = (places: readonly number[]) =>
  `Places: ${places.slice(0, PLACES_TOLD).join(', ')}${places.length > PLACES_TOLD ? `, and ${places.length - PLACES_TOLD} more` : ''}`

function main(): void {
  try {
    const { code, text } = run(process.argv.slice(2))
    process.stdout.write(text)
    process.exitCode = code
  } catch (error) {
    const stop =
      error instanceof Stop ? error : new Stop(FAULT, 'The file cannot be checked: a fault of this program.\n')
    const stream = stop.code === 0 ? process.stdout : process.stderr
    stream.write(stop.message)
    process.exitCode = stop.code
  }
}

main()
