/** Formats a whole number: `12345` → "12,345". Without `Intl`, whose first use takes a phone some 60 ms and which the first screen can do without. */
export function formatCount(count: number): string {
  const digits = String(Math.abs(count))
  let text = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 3) text = `${digits.slice(Math.max(0, end - 3), end)},${text}`
  return count < 0 ? `-${text}` : text
}
