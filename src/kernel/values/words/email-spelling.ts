/** Letters, digits, `-` and `_` between single dots; before the @ also dots and the signs that need no quotes (RFC 5322, "atext"). */
const UNQUOTED = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u

/**
 * Full stops of other scripts and forms. Mail programs and browsers read some of them as the dot of a domain (UTS 46), and others look like
 * it.
 */
const OTHER_DOT =
  /[\u06d4\u0701\u0702\u1362\u166e\u1803\u1809\u2024-\u2026\u2cf9\u2cfe\u2e3c\u3002\ua4f8\ua4ff\ua60e\ua6f3\ufe12\ufe52\uff0e\uff61]/
export const hasOtherDot = (text: string): boolean => OTHER_DOT.test(text)

/**
 * Whether an e-mail address is written as mail servers write it. The mailer and the servers also deliver `<me@x.com`, `me@x.com.`, quotes and
 * full-width or invisible letters to `me@x.com`, so that one mailbox would count as many (docs/decisions/0188-once-survives-deletion.md).
 * @param email in lower case
 */
export const isPlainEmail = (email: string): boolean =>
  UNQUOTED.test(email) && !hasOtherDot(email) && !/\p{DI}/u.test(email) && email === email.normalize('NFKC')
