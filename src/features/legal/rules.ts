/** Splits a text at its two marks, `**bold**` and `[words](target)`. */
export const MARK = /(\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\))/
export const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/

/** True for a page of the shop, an anchor, https and an e-mail address. A backslash counts as a slash for browsers. */
export function isSafeTarget(target: string): boolean {
  if (/[\s\\]/.test(target)) return false
  return target.startsWith('mailto:') ? target.includes('@') : /^(\/(?!\/)|#|https:\/\/.)/.test(target)
}
