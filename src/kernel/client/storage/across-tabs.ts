let last: Promise<unknown> = Promise.resolve()

/** Runs work one after another in this tab. */
function inThisTab<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work)
  last = next
  return next
}

/**
 * Runs work exclusively across all tabs where the browser has locks (all browsers on https), else in this tab. A browser that denies storage
 * denies locks too, before the work begins.
 */
export async function inAllTabs<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return inThisTab(work)
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return (await navigator.locks.request(name, begin)) as T
  } catch (error) {
    if (hasBegun) throw error
    return inThisTab(work)
  }
}
