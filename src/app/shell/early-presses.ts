declare global {
  interface Window {
    /** Set by the page's first script (late-scripts.server.ts): buttons that were pressed before the page worked. */
    earlyPresses?: () => Set<HTMLButtonElement>
  }
}

/** Repeats the presses that came before the page worked. Call once, when the page works. */
export function takeUpEarlyPresses(): void {
  const pressed = window.earlyPresses?.() ?? []
  delete window.earlyPresses
  for (const button of pressed) if (button.isConnected) button.click()
}
