import { IS_SHORT } from './short.ts'

/**
 * A row of the results. `isRule` marks what holds on every machine, such as an equal ledger: the bench fails when it is broken. Every other aim
 * is a figure.
 */
export type Line = { what: string; measured: string; ceiling: string; aim: string; ok: boolean; isRule?: boolean }

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
  const head = '| what | measured | ceiling of this run | aim | |\n|---|---|---|---|---|'
  return [
    head,
    ...lines.map(line => `| ${line.what} | ${line.measured} | ${line.ceiling} | ${line.aim} | ${verdictOf(line)} |`),
  ].join('\n')
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`
