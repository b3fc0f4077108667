import type { Bundle } from '../bundle.ts'
import type { NoteSigner } from '../note.ts'
import type { KeptReceipt } from '../verify.ts'

/** What a made bundle came from, so that a test can sign other texts with the same keys. */
export type MadeBundle = {
  bundle: Bundle
  json: string
  receipts: KeptReceipt[]
  log: NoteSigner
  witnesses: NoteSigner[]
  beaconSecret: Uint8Array
}
/** `seed` decides everything, so that the same choices make the same bundle. */
export type BundleChoices = {
  seed?: number
  entries?: number
  slots?: number
  slips?: number
  passes?: number
  isDrawn?: boolean
}

export function makeBundle(_choices: BundleChoices = {}): Promise<MadeBundle> {
  throw new Error('not there yet')
}
