export type Line = { what: string; measured: string; ceiling: string; aim: string; ok: boolean }

/** Formats the results as a Markdown table. */
export function toTable(lines: Line[]): string {
  const head = '| what | measured | ceiling of this run | aim | |\n|---|---|---|---|---|'
  return [
    head,
    ...lines.map(
      ({ what, measured, ceiling, aim, ok }) =>
        `| ${what} | ${measured} | ${ceiling} | ${aim} | ${ok ? 'met' : 'missed'} |`,
    ),
  ].join('\n')
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`
