/**
 * Makes a value when it is first needed and keeps it; a promise that fails is not kept, and the next call tries again. For formats of `Intl` in modules that a browser loads: the first of them takes a phone
 * some 60 ms, in which the page could have begun to work, and many pages never format a date.
 */
export function atFirstCall<T extends object | string>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    if (made === undefined) {
      const fresh = make()
      made = fresh
      if (fresh instanceof Promise)
        fresh.catch(() => {
          made = undefined
        })
    }
    return made
  }
}
