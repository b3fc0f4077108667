let made = 0

/** Letters and digits that no other call of this run gets. */
const mark = () => `${(Date.now() % 36 ** 5).toString(36).padStart(5, '0')}${(made++).toString(36)}`

/**
 * Names of records that a journey makes. Another width of a journey, and another file of its suite, runs in the shop where the first one
 * left its records, so each call gives another name. `src/app/house/journeys/own-names.test.ts` refuses fixed ones.
 */
export const ownName = (words: string): string => `${words} ${mark()}`
export const ownCode = (word: string): string => `${word}-${mark()}`.toUpperCase()
export const ownEmail = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}-${mark()}@people.example`
