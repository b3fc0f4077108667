/**
 * Makes a value when it is first needed and keeps it. For formats of `Intl` in modules that a browser loads: the first of them takes a phone
 * some 60 ms, in which the page could have begun to work, and many pages never format a date.
 */
export function atFirstCall<T extends object | string>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
