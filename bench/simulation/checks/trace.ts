import { createHash } from 'node:crypto'

/** The story of a run: each command with its outcome. Two runs of one seed have one digest. */
export function createTrace() {
  const hash = createHash('sha256')
  const lines: string[] = []
  return {
    add(line: string) {
      hash.update(`${line}\n`)
      lines.push(line)
    },
    /** All commands so far. */
    lines: (): readonly string[] => lines,
    digest: () => hash.copy().digest('hex').slice(0, 16),
  }
}

export type Trace = ReturnType<typeof createTrace>
