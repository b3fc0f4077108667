/** Splits a text at its two marks, `**bold**` and `[words](target)`. */
export const MARK = /(\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\))/
export const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/

/** True for a page of the shop, an anchor, https and an e-mail address. A backslash counts as a slash for browsers. */
export function isSafeTarget(target: string): boolean {
  if (/[\s\\]/.test(target)) return false
  return target.startsWith('mailto:') ? target.includes('@') : /^(\/(?!\/)|#|https:\/\/.)/.test(target)
}

/** The texts that a buyer accepts by paying, by the names that the checkout gives them. */
export const BOUGHT_UNDER = { terms: 'Terms', privacy: 'Privacy Policy' } as const
export type BoughtUnder = keyof typeof BOUGHT_UNDER
export const BOUGHT_KINDS = Object.keys(BOUGHT_UNDER) as BoughtUnder[]
