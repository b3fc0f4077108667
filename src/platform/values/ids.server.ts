import { v7 } from 'uuid'

/**
 * Returns a new UUIDv7, so that consecutive rows are adjacent in their index. Ids also rise within one millisecond, because events
 * of one moment are listed in id order. The `uuid` library guarantees this order.
 */
export const newId = (): string => v7()
