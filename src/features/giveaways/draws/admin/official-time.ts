import { formatMoment } from '#kernel/values/format-moment.ts'

/** Shows a typed time in the official zone, so that staff do not set a wrong hour. Undefined while the input is not a time. */
export const official = (local: string): string | undefined =>
  local ? `Official time: ${formatMoment(new Date(local))}` : undefined
