import pino from 'pino'

export type Logger = pino.Logger

/** Paths whose values never reach a log line: they are or may be somebody's. */
const PERSONAL = ['email', 'name', 'phone', 'password', 'code', 'token', 'address', '*.email', '*.phone', '*.password']

/** JSON lines on standard output, written without waiting for the disk; personal fields are cut out. */
export function createLogger(level: string, sink?: pino.DestinationStream): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: PERSONAL, remove: true } },
    sink ?? pino.destination({ dest: 1, sync: false }),
  )
}
