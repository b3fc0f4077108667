/**
 * Returns the page numbers to show: first, last, current and its neighbours, with `null` for a gap.
 * `pageNumbers(6, 20)` → `[1, null, 5, 6, 7, null, 20]`. A gap never hides a single page.
 */
export function pageNumbers(current: number, count: number): (number | null)[] {
  const shown = new Set([1, count, current - 1, current, current + 1])
  if (current <= 4) for (const page of [2, 3]) shown.add(page)
  if (current >= count - 3) for (const page of [count - 2, count - 1]) shown.add(page)
  const pages = [...shown].filter(page => page >= 1 && page <= count).sort((a, b) => a - b)
  return pages.flatMap((page, at) => {
    const before = pages[at - 1] ?? 0
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? [null, page] : [page]
  })
}
