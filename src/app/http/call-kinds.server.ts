/** The bindings of calls by in-process loaders. They are compared by identity, so no header or body can imitate them. */
export const IN_PROCESS = Object.freeze({})

/** Responses that are generated while they are sent: exports (kernel/api/files/csv.server.ts). */
export const isStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/csv') ?? false
