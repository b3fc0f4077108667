import type { TransactionContext } from '#kernel/context.ts'

/** Removes the files of deleted scans after the commit, so that a rollback loses no file. */
export const removeScanFiles = (tx: TransactionContext, scans: readonly { fileKey: string }[]): void =>
  tx.onCommit(async ({ storage }) => {
    for (const { fileKey } of scans) await storage.remove(fileKey)
  })
