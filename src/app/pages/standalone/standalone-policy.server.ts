import { createHash } from 'node:crypto'
import { THEME_SCRIPT } from '#ui/theme/theme.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The content security policy of pages without React (`standalone-page.ts`). */
export const STANDALONE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${sha256(THEME_SCRIPT)}`,
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')
