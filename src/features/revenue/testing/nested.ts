/** A transaction that runs nested transactions inside itself, so that rolled-up rows stay uncommitted. */
export function nested<T extends object>(trx: T): T {
  return new Proxy(trx, {
    get: (target, name) =>
      name === 'transaction'
        ? () => ({ execute: (work: (inner: T) => unknown) => work(trx) })
        : (target as Record<PropertyKey, unknown>)[name],
  })
}
