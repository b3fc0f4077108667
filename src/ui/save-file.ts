/**
 * Has the browser save something as a file, as if it had been downloaded.
 * @param content a text, or what a call answered (`await response.blob()`).
 */
export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // Only after the browser has had the time to begin reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
