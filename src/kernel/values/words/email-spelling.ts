/** Letters, digits, `-` and `_` between single dots; before the @ all signs that need no quotes. */
const UNQUOTED = /^[^\s@\p{C}"(),:;<>[\\\]]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u

/**
 * Whether an e-mail address is written as mail servers write it. The mailer and the servers also deliver `<me@x.com`, `me@x.com.`, quotes and
 * full-width or invisible letters to `me@x.com`, so that one mailbox would count as many (docs/decisions/0046-referrals-and-mailboxes.md).
 * @param email in lower case
 */
export const isPlainEmail = (email: string): boolean =>
  UNQUOTED.test(email) && !/\p{DI}/u.test(email) && email === email.normalize('NFKC')
