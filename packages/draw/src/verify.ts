import { type Bundle, formatBundle, parsedJson, readBundle } from './bundle.ts'
import { textOf } from './bytes.ts'
import { checkBeacon, checkEntries, checkList, checkOrder, checkRound, checkSeed } from './steps/draw-steps.ts'
import { Fault, type Findings, type KeptReceipt, type VerifyOptions } from './steps/findings.ts'
import { checkFirstFreeze, checkLog, checkPassed, checkPolicy, checkQuorum } from './steps/log-steps.ts'
import { checkReceipt } from './steps/receipt-step.ts'
import { say } from './steps/sentences.ts'

export type { KeptReceipt, VerifyOptions } from './steps/findings.ts'
/** Step 0, the form of the file, is there only if it fails; step 12 only with a receipt. */
export type StepNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12
export type Step = { step: StepNumber; ok: boolean; sentence: string }
/** `places` and `winner` are there only if the steps 0 to 11 hold. There is no winner where all places were passed. */
export type Verdict = { ok: boolean; steps: Step[]; places?: number[]; winner?: number }

/** Which step finds what later steps need. */
const FOUND_BY = {
  create: 1,
  policy: 1,
  freezes: 2,
  deciding: 3,
  replayed: 5,
  sealed: 6,
  signature: 9,
  places: 10,
} as const
type Found = keyof typeof FOUND_BY
type Check = { step: StepNumber; needs: Found[]; check(findings: Findings): string }

const CHECKS: Check[] = [
  { step: 1, needs: [], check: checkPolicy },
  { step: 2, needs: ['create', 'policy'], check: checkLog },
  { step: 3, needs: ['freezes'], check: checkQuorum },
  { step: 4, needs: ['deciding'], check: checkFirstFreeze },
  { step: 5, needs: ['create'], check: checkEntries },
  { step: 6, needs: ['deciding', 'replayed'], check: checkList },
  { step: 7, needs: ['deciding', 'create'], check: checkSeed },
  { step: 8, needs: ['deciding', 'create'], check: checkRound },
  { step: 9, needs: [], check: checkBeacon },
  { step: 10, needs: ['deciding', 'sealed', 'signature'], check: checkOrder },
  { step: 11, needs: ['places', 'policy'], check: checkPassed },
]
const RECEIPT: Check = { step: 12, needs: ['create', 'policy', 'sealed'], check: checkReceipt }

/** Checks a bundle, as text (every byte counts) or as an object. Never throws. */
export function verifyBundle(given: Given, options: VerifyOptions = {}): Verdict {
  return verify(given, options).verdict
}

/** Checks a bundle once, and step 12 for each of several receipts. `own` has these steps in the order of the receipts. */
export function verifyReceipts(given: Given, receipts: readonly KeptReceipt[]): { verdict: Verdict; own: Step[] } {
  const { verdict, findings } = verify(given, {})
  const own = findings ? receipts.map(receipt => run(RECEIPT, { ...findings, options: { receipt } })) : []
  return { verdict, own }
}

type Given = string | Uint8Array | Bundle

function verify(given: Given, options: VerifyOptions): { verdict: Verdict; findings?: Findings } {
  const { bundle, fault } = read(given)
  const steps: Step[] = fault ? [{ step: 0, ok: false, sentence: fault }] : []
  if (!bundle) return { verdict: { ok: false, steps } }
  const findings: Findings = { bundle, options }
  for (const check of options.receipt ? [...CHECKS, RECEIPT] : CHECKS) {
    if (options.stopsEarly && steps.some(step => !step.ok)) break
    steps.push(run(check, findings))
  }
  const ok = steps.every(step => step.ok)
  const { places, winner } = findings
  const isDecided = steps.every(step => step.ok || step.step === 12)
  return { verdict: { ok, steps, ...(isDecided && { places, ...(winner && { winner }) }) }, findings }
}

/** A file with other spaces is read all the same, so that its other faults are named too. */
function read(given: unknown): { bundle?: Bundle; fault?: string } {
  try {
    const text = given instanceof Uint8Array ? textOf(given) : given
    const bundle = readBundle(typeof text === 'string' ? parsedJson(text) : text)
    if (typeof text !== 'string' || text === formatBundle(bundle)) return { bundle }
    return { bundle, fault: say('file.rewritten') }
  } catch {
    return { fault: say('file.unreadable') }
  }
}

function run({ step, needs, check }: Check, findings: Findings): Step {
  const missing = needs.find(name => findings[name] === undefined)
  if (missing) return { step, ok: false, sentence: say('step.skipped', { step: FOUND_BY[missing] }) }
  try {
    return { step, ok: true, sentence: check(findings) }
  } catch (error) {
    if (error instanceof Fault) return { step, ok: false, sentence: error.message }
    return { step, ok: false, sentence: say('step.unreadable') }
  }
}
