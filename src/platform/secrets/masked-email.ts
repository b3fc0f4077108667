/** `sam@example.com` → `s•••@example.com`: for the owner of the address, who recognises the mailbox. */
export const maskedMailbox = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

/**
 * `sam.porter@mail.example.com` → `s•••@m•••.com`: for other people, who may recognise the user but cannot write to the address.
 * @param cover replaces the hidden letters.
 */
export function maskedEmail(email: string, cover = '•••'): string {
  const [name = '', domain = ''] = email.split('@')
  const first = (text: string) => [...text][0] ?? ''
  return `${first(name)}${cover}@${first(domain)}${cover}.${domain.slice(domain.lastIndexOf('.') + 1)}`
}
