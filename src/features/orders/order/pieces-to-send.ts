/** The pieces of a line that a parcel has now, and those that are sent later because stock had run out. Refunded pieces are neither. */
export function piecesToSend({
  quantity,
  refunded,
  backordered,
}: {
  quantity: number
  refunded: number
  backordered: number
}): {
  now: number
  later: number
} {
  const left = quantity - refunded
  const later = Math.min(left, backordered)
  return { now: left - later, later }
}
