/** A transaction that takes "begin a transaction" for itself, so that what is added up stays uncommitted. */
export function nested<T extends object>(trx: T): T {
  return new Proxy(trx, {
    get: (target, name) =>
      name === 'transaction'
        ? () => ({ execute: (work: (inner: T) => unknown) => work(trx) })
        : (target as Record<PropertyKey, unknown>)[name],
  })
}
