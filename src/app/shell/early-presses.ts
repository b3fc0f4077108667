declare global {
  interface Window {
    /** Of the page's first script (late-scripts.server.ts): the buttons that were pressed before the page worked. */
    earlyPresses?: () => Set<HTMLButtonElement>
  }
}

/** Presses for the person what they pressed while the page did not work yet; to be called once, when it does. */
export function takeUpEarlyPresses(): void {
  const pressed = window.earlyPresses?.() ?? []
  delete window.earlyPresses
  for (const button of pressed) if (button.isConnected) button.click()
}
