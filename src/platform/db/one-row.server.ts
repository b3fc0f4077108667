type Written = { numUpdatedRows?: bigint; numAffectedRows?: bigint }

/**
 * Requires that a write changed exactly one row. Any other count means a missing or a duplicate row.
 * @param what names the row in the error message: `refund 0198…`.
 * @throws Error, which rolls the transaction back.
 */
export function requireOneRow(written: Written, what: string): void {
  const count = written.numUpdatedRows ?? written.numAffectedRows ?? 0n
  if (count !== 1n) throw new Error(`${count} rows were written for ${what}, not one.`)
}
