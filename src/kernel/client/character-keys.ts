import { browserStorage } from './storage/browser-storage.ts'

const OFF = 'redoubt.admin-keys-off'

/** Users can switch single-letter shortcuts off, because speech input would trigger them (WCAG 2.1.4). */
export const areCharacterKeysOn = () => browserStorage.getItem(OFF) === null
export function switchCharacterKeys(isOn: boolean): void {
  if (isOn) browserStorage.removeItem(OFF)
  else browserStorage.setItem(OFF, '1')
}

/** True if a dialog or a menu covers the page. Toasts also have a dialog role for screen readers but cover nothing. */
export const isSomethingOpen = () =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([aria-modal=false]), [role=menu]') !== null

/** True if a key is a shortcut: no modifier, no text field, no open overlay, and shortcuts are on. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && areCharacterKeysOn() && !isSomethingOpen() && !isTyping(event)

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
