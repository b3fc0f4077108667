/** The first words of a text that fit into a meta description. */
export function shortened(text: string, most = 158): string {
  if (text.length <= most) return text
  const whole = text.slice(0, text.lastIndexOf(' ', most - 1))
  return `${/^.*[^\s.,;:]/s.exec(whole)?.[0] ?? ''}…`
}
