import { formatMoment } from '#ui/format-moment.ts'

/** A typed time in the official zone, so that nobody closes a giveaway an hour off; nothing for what is no time yet. */
export const official = (local: string): string | undefined =>
  local ? `Official time: ${formatMoment(new Date(local))}` : undefined
