import type { Schema } from 'hast-util-sanitize'

/** Elements of a text by staff. The editor of `#ui/rich-text` makes these and no others. */
export const TAGS = [
  ...(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'] as const),
  ...(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'code'] as const),
] as const
export type Tag = (typeof TAGS)[number]

/** Elements that stand for another one. A page has its own `h1`. */
export const RENAMED: Record<string, Tag> = { h1: 'h2', h5: 'h4', h6: 'h4', del: 's', strike: 's', tr: 'p' }

/** Elements whose text is no text of the page: they go with their contents. */
const WITH_CONTENTS = [
  ...['script', 'style', 'iframe', 'object', 'embed', 'applet', 'noscript', 'noembed', 'noframes', 'template', 'svg'],
  ...['math', 'title', 'textarea', 'select', 'option', 'button', 'input', 'audio', 'video', 'canvas', 'xmp'],
]

/** What passes. Classes, styles, ids and handlers have no place in it. */
export const ALLOWED: Schema = {
  tagNames: [...TAGS],
  attributes: { a: ['href', 'rel'], ol: ['start'] },
  ancestors: { li: ['ul', 'ol'] },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  strip: WITH_CONTENTS,
}

const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:']
/** Stands for the shop, so that a relative address has a host to be compared with. */
const HERE = 'https://shop.invalid/'

/**
 * The address of a link as a browser reads it, without the spaces and line breaks that a browser drops.
 * @returns undefined for a scheme that a link must not have.
 */
export function linkTo(href: unknown): { href: string; isExternal: boolean } | undefined {
  if (typeof href !== 'string' || href.length > 2000) return undefined
  const address = href.trim().replace(/[\t\n\r]/g, '')
  const url = URL.parse(address, HERE)
  if (!url || !SCHEMES.includes(url.protocol) || address === '') return undefined
  if (url.host === new URL(HERE).host) return { href: address, isExternal: false }
  const isWeb = url.protocol.startsWith('http')
  return { href: url.href, isExternal: isWeb }
}
