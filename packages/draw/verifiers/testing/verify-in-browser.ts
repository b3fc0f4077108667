import { verifyBundle } from '../../src/verify.ts'
import { readReceipt } from '../kept-files.ts'

/** The check of the page, built as the page is, for a realm without Node. */
Object.assign(globalThis, {
  verify: (bundle: string, receipt: string) => JSON.stringify(verifyBundle(bundle, { receipt: readReceipt(receipt) })),
})
