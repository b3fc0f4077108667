/** Values of the checkout in this browser. Its storage may be full or forbidden: then nothing is kept, and nothing is found. */

export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @returns null for a missing or malformed value. */
export function storedJson(key: string): unknown {
  try {
    return JSON.parse(storedText(key) ?? 'null')
  } catch {
    return null
  }
}

/** @param text null removes the value. */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The value lasts as long as this page, or the question is asked again.
  }
}
