/**
 * Parts of a page that have the class `below-fold` lie below the first screen. While a document loads, the browser lays out and paints of them
 * what is near the window alone (styles.css); the rest follows part by part once the page works. So the first paint of a phone is one task of
 * half the length. Later pages of the same document are laid out whole, because their places are restored when a user goes back.
 */
const CLASS = 'below-fold'

/**
 * Sets `<html data-laid-out>` before the first paint where the first screen may be any part of the page: a reload, a way back, or a link to a
 * heading. A constant script, because the CSP allows it by its hash.
 */
export const LAID_OUT_SCRIPT =
  "try{if(location.hash||performance.getEntriesByType('navigation')[0].type!=='navigate')document.documentElement.dataset.laidOut=''}catch(e){document.documentElement.dataset.laidOut=''}"

/** Lays out the parts one after another whenever the browser is idle. */
export function layOutRest(): void {
  const parts = [...document.getElementsByClassName(CLASS)]
  const whenIdle = window.requestIdleCallback ?? setTimeout
  function next() {
    const part = parts.shift()
    if (!part) {
      document.documentElement.dataset.laidOut = ''
      return
    }
    part.classList.remove(CLASS)
    whenIdle(next)
  }
  whenIdle(next)
}
