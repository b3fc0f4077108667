const OFF = 'redoubt.admin-keys-off'

/** Single letters may be switched off: who dictates would press them by speaking (WCAG 2.1.4). */
export const lettersOn = () => localStorage.getItem(OFF) === null
export function switchLetters(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF)
  else localStorage.setItem(OFF, '1')
}

/** Whether something stands over the page. A toast is a dialog too, for whoever cannot see, and stands over nothing. */
export const isSomethingOpen = () =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([aria-modal=false]), [role=menu]') !== null

/** Whether a key is a shortcut: a single one, not where somebody types, nor while something is open, nor switched off. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && lettersOn() && !isSomethingOpen() && !isTyping(event)

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
