/** The signed answer to a claim: its leaves will be in a witnessed head by the deadline. */
export type Receipt = { log: string; giveaway: string; leaves: string[]; by: number }

export class InvalidReceipt extends Error {}

/** From the moment of a leaf to the deadline of its receipt. */
export const DEADLINE_MS = 600_000

const FIRST = 'redoubt/receipt/2'

export function formatReceipt({ log, giveaway, leaves, by }: Receipt): string {
  const lines = [FIRST, `log ${log}`, `giveaway ${giveaway}`, ...leaves.map(leaf => `leaf ${leaf}`), `by ${by}`]
  return `${lines.join('\n')}\n`
}

/** Reads the body of a receipt. Its signature is for `verifyNote`. */
export function parseReceipt(body: string): Receipt {
  const [first, log, giveaway, ...rest] = body.split('\n')
  const by = /^by ((?:0|[1-9]\d{0,14}))$/.exec(rest.at(-2) ?? '')?.[1]
  const leaves = rest.slice(0, -2)
  const isWhole = first === FIRST && rest.at(-1) === '' && by && leaves.length > 0
  if (!isWhole || !log?.startsWith('log ') || !giveaway?.startsWith('giveaway '))
    throw new InvalidReceipt('The receipt has another form.')
  if (!leaves.every(line => line.startsWith('leaf ')))
    throw new InvalidReceipt('A leaf of the receipt has another form.')
  return {
    log: log.slice(4),
    giveaway: giveaway.slice(9),
    leaves: leaves.map(line => line.slice(5)),
    by: Number(by),
  }
}
