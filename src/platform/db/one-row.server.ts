type Written = { numUpdatedRows?: bigint; numAffectedRows?: bigint }

/**
 * Requires that a write changed exactly one row, where anything else means that the row is gone or that two stand for one.
 * @param what names the row in the error: `refund 0198…`.
 * @throws Error, which rolls the transaction back.
 */
export function requireOneRow(written: Written, what: string): void {
  const count = written.numUpdatedRows ?? written.numAffectedRows ?? 0n
  if (count !== 1n) throw new Error(`${count} rows were written for ${what}, not one.`)
}
