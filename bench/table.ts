import { BEST } from './best.ts'
import { IS_SHORT } from './short.ts'

/**
 * A row of the results. `isRule` marks what holds on every machine, such as an equal ledger: the bench fails when it is broken. Every other aim
 * is a figure. `peer` is what another shop's program reached in the same run (bench/peers.ts).
 */
export type Line = {
  what: string
  measured: string
  ceiling: string
  peer?: string
  aim: string
  ok: boolean
  isRule?: boolean
}

/** A line without a ceiling. */
export const row = (what: string, measured: string, aim = '', ok = true): Line => ({
  ...{ what, measured, ceiling: '', aim, ok },
})

/** The verdict of a line. The figures of a short run are not judged. */
export function verdictOf({ ok, isRule }: Line): 'met' | 'missed' | 'not judged' {
  if (IS_SHORT && !isRule) return 'not judged'
  return ok ? 'met' : 'missed'
}

/** Formats the results as a Markdown table. */
export function toTable(lines: Line[]): string {
  const head =
    '| what | measured | ceiling of this run | peer of this run | aim | | best so far |\n|---|---|---|---|---|---|---|'
  const rows = lines.map(line => [
    ...[line.what, line.measured, line.ceiling, line.peer ?? '', line.aim],
    ...[verdictOf(line), BEST[line.what] ?? ''],
  ])
  return [head, ...rows.map(cells => `| ${cells.join(' | ')} |`)].join('\n')
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`
