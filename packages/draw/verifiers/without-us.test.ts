import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildVerifiers, bundled } from '../build-verifiers.ts'
import { bytesOfBase64, hexOf, utf8 } from '../src/bytes.ts'
import { type EntryProof, formatTlogProof, treeCheckpoint } from '../src/entries/entry-proof.ts'
import { formatReceipt, parseReceipt } from '../src/entries/receipt.ts'
import { formatHead } from '../src/log/log-leaf.ts'
import { inclusionProof, leafHash, treeRoot } from '../src/log/merkle.ts'
import { parseNote, signNote } from '../src/log/note.ts'
import { makeBundle } from '../src/testing/bundle-maker.ts'
import { makeEntries } from '../src/testing/made-entries.ts'
import { mutateFields, mutateText } from '../src/testing/mutations.ts'
import { type Random, randomOf } from '../src/testing/random.ts'
import { type KeptReceipt, type Verdict, verifyBundle } from '../src/verify.ts'
import {
  askNode,
  askPage,
  askPython,
  bundleQuestion,
  failedStep,
  hasPython,
  receiptFile,
  toldBy,
} from './testing/many.ts'
import { type Log, type OfLog, ofLog } from './testing/of-log.ts'

const IS_WHOLE = process.env.TESTS === 'all'
/** More with `npm test -- --all`, and with `DRAW_LOGS=10000` and `MUTATIONS=10000`; another `MUTATION_SEED` tries others. */
const LOGS = Number(process.env.DRAW_LOGS ?? (IS_WHOLE ? 60 : 10))
const MUTATIONS = Number(process.env.MUTATIONS ?? (IS_WHOLE ? 30 : 6))
const SEED = process.env.MUTATION_SEED ?? 'fixed'
/** Of the mutations, those that are also given to the file for Node, which starts again for each. */
const MUTATIONS_OF_NODE = Math.min(500, Math.ceil(MUTATIONS / 6))
const LEFT_OUT = hasPython ? '' : ' (left out: this machine has no Python 3.9)'

let folder: string
let mjs: string
let python: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verifiers-'))
  await buildVerifiers(folder)
  mjs = join(folder, 'redoubt-verify.mjs')
  python = join(folder, 'redoubt-verify.py')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A file in the folder of this test. */
const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

function randomLog(random: Random): Log {
  const giveaway = `0193a000-0000-7000-8000-${random.hex(6)}`
  const [create, slots, leaves] = [random.hex(32), 1 + random.below(60), random.below(80)]
  const { lines } = makeEntries(random, { giveaway, createHash: create, slots, leaves, from: 1_795_000_000_000 })
  const seed = random.below(10) === 0 ? 'void' : random.hex(32)
  return {
    lines,
    giveaway,
    create,
    slots,
    manifest: `redoubt/freeze/2\n${random.hex(20)}\n`,
    seed,
    signature: random.hex(48),
  }
}

describe('three implementations', () => {
  const random = randomOf(`logs ${SEED}`)
  const logs = Array.from({ length: LOGS }, () => randomLog(random))
  const expected = logs.map(ofLog)

  it(`give the same root, list, order and winner in Node and in a browser's build (${LOGS} random logs) [B-17.5]`, async () => {
    const realm = createContext({ TextEncoder, TextDecoder })
    runInContext(await bundled('testing/of-log-in-browser.ts', true), realm)
    const inBrowser = runInContext('ofLog', realm) as (log: string) => string
    expect(logs.map(log => JSON.parse(inBrowser(JSON.stringify(log))))).toEqual(expected)
  })

  it.skipIf(!hasPython)(
    `give the same in Python (${LOGS} random logs) [B-17.5]${LEFT_OUT}`,
    async () => {
      expect(await askPython<OfLog>(logs.map(log => ({ log })))).toEqual(expected)
    },
    1_800_000,
  )
})

describe('the Python verifier', () => {
  it.skipIf(!hasPython)(`agrees with every vector${LEFT_OUT}`, async () => {
    const [found] = await askPython<{ checks: number; faults: string[] }>([
      { vectors: join(import.meta.dirname, '../vectors') },
    ])
    expect(found).toEqual({ checks: 175, faults: [] })
  })
})

describe('a changed bundle', () => {
  it.skipIf(!hasPython)(
    `is refused by each verifier at the same step in the same sentence (${MUTATIONS} random changes, and each field) [B-17.6] [B-17.19]${LEFT_OUT}`,
    async () => {
      const { json, receipts } = await makeBundle({ seed: 5, entries: 12, slots: 9, slips: 1, passes: 1 })
      const random = randomOf(`verifiers ${SEED}`)
      const fields = mutateFields(json).filter((_, index) => MUTATIONS > 1000 || index % (IS_WHOLE ? 30 : 150) === 0)
      const changed = [...Array.from({ length: MUTATIONS }, () => mutateText(random, json)), ...fields]
      const texts = [json, ...changed.map(mutation => mutation.json)]
      const questions = texts.map(text => bundleQuestion(text, receipts[0]))
      const ours = texts.map(text => verifyBundle(text, { receipt: receipts[0] }))
      const pythons = await askPython<(typeof ours)[number]>(questions)
      const nodes = await askNode(mjs, questions.slice(0, MUTATIONS_OF_NODE))

      expect(pythons.map(toldBy)).toEqual(ours.map(toldBy))
      expect(nodes.map(toldBy)).toEqual(ours.slice(0, MUTATIONS_OF_NODE).map(toldBy))
      const ofPage = await askPage(texts.slice(0, MUTATIONS_OF_NODE), receiptFile(receipts[0]!))
      expect(ofPage.map(toldBy)).toEqual(nodes.map(toldBy))
      expect(nodes.map(({ code }) => code)).toEqual(nodes.map(node => failedStep(node) || (node.ok ? 0 : 65)))
      // The file alone cannot show that the log has a slip or a pass more.
      const accepted = texts.flatMap((_, index) =>
        pythons[index]!.ok ? [changed[index - 1]?.name ?? 'unchanged'] : [],
      )
      expect(accepted.filter(name => !['freezes.0 (0)', 'passed.0 (0)'].includes(name))).toEqual(['unchanged'])
    },
    3_600_000,
  )
})

describe('a receipt', () => {
  it.skipIf(!hasPython)(
    `is told by each verifier in the same way, with its proofs and without [B-17.6]${LEFT_OUT}`,
    async () => {
      const { bundle, json, log, receipts, receiptSigner } = await makeBundle({ seed: 3, entries: 20, slots: 30 })
      const lines = bundle.entries.split('\n')
      const giveaway = lines[0]!.split(' ')[1]!
      const leaves = receipts.map(kept => parseReceipt(parseNote(kept.receipt).body))
      const { leaf, by } = { leaf: leaves[0]!.leaves[0]!, by: leaves[0]!.by }
      const size = lines.indexOf(leaf) + 3
      const last = Math.floor(by / 1000)
      /** What an entrant keeps when witnesses saw a tree of these lines at a second. */
      const proofOf = async (tree: string[], at: number): Promise<EntryProof> => {
        const hashes = tree.map(line => leafHash(utf8(line)))
        const root = treeRoot(hashes)
        const head = log.append(formatHead({ giveaway, size: tree.length, root: hexOf(root) }))
        const logged = await log.logged(
          head,
          [0, 1].map(witness => ({ witness, at })),
        )
        const index = tree.indexOf(leaf)
        const checkpoint = treeCheckpoint(log.signer.name, giveaway, tree.length, root)
        return {
          entry: formatTlogProof({ index, proof: inclusionProof(hashes, index), checkpoint }),
          head: formatTlogProof({ ...logged, proof: logged.proof.map(bytesOfBase64) }),
        }
      }
      const tree = lines.slice(0, size)
      const seen = await proofOf(tree, last)
      const other = { log: log.signer.name, giveaway, leaves: ['enter 1 1 credit a b'], by: 600_001 }
      const kept = receipts[0]!
      const all: [boolean, KeptReceipt][] = [
        [true, kept],
        [true, { ...kept, proofs: [seen] }],
        [true, { receipt: kept.receipt, vkey: kept.vkey }],
        [false, { ...kept, proofs: [await proofOf(tree, last + 1)] }],
        [false, { ...kept, proofs: [await proofOf([...tree.slice(0, -1), 'another'], last)] }],
        [false, { ...kept, proofs: [{ ...seen, entry: seen.head }] }],
        [false, { ...kept, nonces: ['00'.repeat(16)] }],
        [false, { ...kept, holderSecret: '00'.repeat(32) }],
        [false, { ...kept, vkey: log.signer.vkey }],
        [false, { ...kept, receipt: kept.receipt.replace('\nby ', '\nby 1') }],
        [false, { ...kept, receipt: await signNote(formatReceipt(other), [receiptSigner]) }],
      ]
      const cases = all.filter((_, at) => IS_WHOLE || at % 3 === 0)
      const expected = cases.map(([isIn]) => [true, isIn])
      const heldBy = ({ steps }: Verdict) => [steps.slice(0, 11).every(step => step.ok), steps[11]!.ok]
      const questions = cases.map(([, receipt]) => bundleQuestion(json, receipt))
      const ours = cases.map(([, receipt]) => verifyBundle(json, { receipt }))
      expect(ours.map(heldBy)).toEqual(expected)
      expect((await askPython<Verdict>(questions)).map(toldBy)).toEqual(ours.map(toldBy))
      expect((await askNode(mjs, questions)).map(toldBy)).toEqual(ours.map(toldBy))
    },
  )
})

describe('the command line', () => {
  const commands = (): [string, string][] => [
    [process.execPath, mjs],
    ...(hasPython ? [['python3', python] as [string, string]] : []),
  ]

  it('says in a sentence for each step that all holds, who won, and what it rests on [B-17.4] [B-17.9]', async () => {
    const { json, receipts, places } = await makeBundle({ seed: 7, passes: 0 })
    const files = [written('draw.json', json), written('receipt.json', receiptFile(receipts[0]!))]
    for (const [command, verifier] of commands()) {
      const { status, stdout } = run(command, verifier, ...files)
      expect(stdout.match(/^ok +\d+ {2}\S.+\?.+\.$/gm)).toHaveLength(12)
      expect(stdout).toContain(`\nThe winner is number ${places[0]}.\n`)
      expect(stdout).toContain('sandbox')
      expect(status).toBe(0)
    }
  })

  it('finds the winner from a round when the shop is gone after the freeze [B-17.7]', async () => {
    const { json, places } = await makeBundle({ seed: 8, isDrawn: false })
    const drawn = await makeBundle({ seed: 8 })
    const { round, signature } = drawn.bundle.beacon
    const bundle = written('frozen.json', json)
    const ofRelay = written('round.json', JSON.stringify({ round, randomness: 'not believed', signature }))
    const other = `${signature!.slice(0, -1)}${signature!.endsWith('0') ? 1 : 0}`
    for (const [command, verifier] of commands()) {
      expect(run(command, verifier, bundle).status).toBe(9)
      expect(run(command, verifier, bundle, '--signature', other).status).toBe(9)
      for (const given of [
        ['--round-file', ofRelay],
        ['--signature', signature!],
      ]) {
        const { status, stdout } = run(command, verifier, bundle, ...given)
        expect(stdout).toContain(`The winner is number ${places[0]}.`)
        expect(status).toBe(0)
      }
    }
  })

  it('has an exit code for each step, and never shows a trace of a program [B-17.4]', async () => {
    const { bundle, json, receipts } = await makeBundle({ seed: 9, passes: 1 })
    const mine = JSON.parse(receiptFile(receipts[0]!))
    const altered = (change: Partial<typeof bundle>) => JSON.stringify({ ...bundle, ...change })
    const cases: [number, string, string[]][] = [
      [65, 'nothing', []],
      [65, '[]', []],
      [65, ` ${json}`, []],
      [1, altered({ policy: `${bundle.policy}# more\n` }), []],
      [2, altered({ create: { ...bundle.create, index: bundle.create.index + 1 } }), []],
      [5, altered({ slots: bundle.slots + 1 }), []],
      [8, altered({ beacon: { ...bundle.beacon, period: 4 } }), []],
      [9, altered({ beacon: { ...bundle.beacon, signature: '00' } }), []],
      [12, json, [written('other.json', JSON.stringify({ ...mine, nonces: ['00'.repeat(16)] }))]],
      [1, json, ['--log-key', 'no key']],
      [64, json, ['--unknown']],
      [66, json, [join(folder, 'missing.json')]],
    ]
    for (const [command, verifier] of commands()) {
      for (const [code, text, more] of cases.filter((_, at) => IS_WHOLE || at % 3 === 0)) {
        const { status, stdout, stderr } = run(command, verifier, written('case.json', text), ...more)
        expect([status, text.slice(0, 40), more]).toEqual([code, text.slice(0, 40), more])
        expect(`${stdout}${stderr}`).not.toMatch(/Traceback|\n +at |undefined|NaN/)
      }
    }
  })
})

describe('the built files', () => {
  it('are the same bytes from any folder [B-17.3]', { tags: 'again' }, async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'verifiers-'))
    execFileSync(process.execPath, [join(import.meta.dirname, '../build-verifiers.ts'), elsewhere], { cwd: tmpdir() })
    for (const name of ['redoubt-verify.html', 'redoubt-verify.mjs', 'redoubt-verify.py'])
      expect(readFileSync(join(elsewhere, name)).equals(readFileSync(join(folder, name)))).toBe(true)
    expect(readdirSync(elsewhere)).toHaveLength(3)
    rmSync(elsewhere, { recursive: true })
  })

  it('are whole and reach no network [B-17.2]', () => {
    const script = readFileSync(mjs, 'utf8')
    expect([...script.matchAll(/^import .* from "(.+)"/gm)].map(([, name]) => name)).toEqual([
      'node:fs',
      'node:process',
    ])
    const page = readFileSync(join(folder, 'redoubt-verify.html'), 'utf8')
    for (const text of [script, page]) {
      expect(text).not.toMatch(
        /\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\(|\brequire\(|\beval\(/,
      )
      expect(text).not.toMatch(/process\.env|\.vite/)
    }
    expect(page).not.toMatch(/\b(?:src|href)=|url\(/)
    expect(page).toContain(`content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'`)
  })

  it('hold at any later time: ten years on, the answer is the same [B-17.8]', async () => {
    const { json } = await makeBundle({ seed: 11 })
    const bundle = written('old.json', json)
    const later = written('later.mjs', `const real = Date.now; Date.now = () => real() + ${10 * 365.25 * 86_400_000}\n`)
    const now = run(process.execPath, mjs, bundle)
    expect(now.status).toBe(0)
    expect(run(process.execPath, '--import', later, mjs, bundle)).toEqual(now)
    if (!hasPython) return
    const clock = 'import runpy, sys, time; real = time.time; time.time = lambda: real() + 315576000'
    const script = `${clock}; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name="__main__")`
    expect(run('python3', '-c', script, python, bundle)).toEqual(run('python3', python, bundle))
  })
})
