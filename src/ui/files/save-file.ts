/**
 * Saves content as a file, like a download.
 * @param content a text, or a response body (`await response.blob()`).
 */
export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // Gives the browser time to begin reading.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
