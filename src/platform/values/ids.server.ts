import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const ID_BYTES = 16
/** Random bytes of 256 ids, because asking for 16 bytes costs nearly as much as asking for 4,096. */
const random = Buffer.alloc(256 * ID_BYTES)
let used = random.length
let lastMs = 0
let sequence = 0

/**
 * Returns a new UUIDv7, so that consecutive rows are adjacent in their index. Ids also rise within one millisecond, because events
 * of one moment are listed in id order.
 */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const own = random.subarray(used, used + ID_BYTES)
  used += ID_BYTES
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    // 31 bits, so that the sequence never runs out within a millisecond.
    sequence = own.readUInt32BE(6) >>> 1
  } else sequence++
  return v7({ random: own, msecs: lastMs, seq: sequence })
}
