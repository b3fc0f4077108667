import { randomUUIDv7 } from 'node:crypto'

/** A new id: a UUIDv7, so that rows made one after another lie one after another in their index. */
export const newId = (): string => randomUUIDv7()
