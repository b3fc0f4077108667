import type { Bundle } from './bundle.ts'

/** What an entrant kept of a claim. `vkey` is the shop's key of receipts; `nonces` stand in the order of the receipt's leaves. */
export type KeptReceipt = { receipt: string; vkey: string; holderSecret?: string; nonces?: string[] }
/** `logKey`: the key of the log from another source. `signature`: the round's, for a bundle from before the draw. `now` in milliseconds. */
export type VerifyOptions = { receipt?: KeptReceipt; logKey?: string; signature?: string; now?: number }
/** Step 0, the form of the file, is there only if it fails. */
export type StepNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12
export type Step = { step: StepNumber; ok: boolean; sentence: string }
/** `places` and `winner` are there only if all steps before them hold. */
export type Verdict = { ok: boolean; steps: Step[]; places?: number[]; winner?: number }

/** Checks a bundle, as text (every byte counts) or as an object. Never throws. */
export function verifyBundle(_bundle: string | Uint8Array | Bundle, _options: VerifyOptions = {}): Verdict {
  throw new Error('not there yet')
}
