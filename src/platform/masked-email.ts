/** `sam@example.com` → `s•••@example.com`: for its owner, who knows it again and reads which mailbox is meant. */
export const maskedMailbox = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

/**
 * `sam.porter@mail.example.com` → `s•••@m•••.com`: for others, who may know somebody by it and cannot write to it.
 * @param cover what stands for the letters that are not told.
 */
export function maskedEmail(email: string, cover = '•••'): string {
  const [name = '', domain = ''] = email.split('@')
  const first = (text: string) => [...text][0] ?? ''
  return `${first(name)}${cover}@${first(domain)}${cover}.${domain.slice(domain.lastIndexOf('.') + 1)}`
}
