import pino from 'pino'

export type Logger = pino.Logger

/** Paths that are removed from every log line because they hold or may hold personal data. */
const PERSONAL = ['email', 'name', 'phone', 'password', 'code', 'token', 'address', '*.email', '*.phone', '*.password']

/**
 * Writes JSON lines to standard output asynchronously and removes personal fields.
 * @param instance the name of this process, in each line.
 */
export function createLogger(level: string, sink?: pino.DestinationStream, instance?: string): Logger {
  return pino(
    {
      level,
      base: instance ? { instance } : null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: PERSONAL, remove: true },
    },
    sink ?? pino.destination({ dest: 1, sync: false }),
  )
}
