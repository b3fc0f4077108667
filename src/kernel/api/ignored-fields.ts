import { z } from 'zod'

const IGNORED = z.unknown().optional().meta({ description: 'Accepted and ignored: the shop works it out itself.' })

/** Fields of an answer that a body may send back. Any value passes, because none is read. */
export const ignoredFields = <N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map(name => [name, IGNORED])) as Record<N, typeof IGNORED>
