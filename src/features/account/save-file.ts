/** Has the browser save a text as a file, as if it had been downloaded. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // Only after the browser has had the time to begin reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
