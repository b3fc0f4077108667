import { useEffect } from 'react'
import { isShortcut } from '#kernel/client/character-keys.ts'

/** Rows of tables without the heads of their groups, and items of lists in a `<ListBody>`. */
const ROWS = 'tbody > tr:not([data-group]), [data-rows] li, [data-rows] article'
/** A list with keys of its own, such as the desk, where j opens the next ticket. */
const OWN_KEYS = '[data-own-row-keys]'
const CURSOR = 'data-row-cursor'
const BOX = 'input[type=checkbox]:not(:disabled)'

const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
/** What opens the editor or the details of a row: by its name, else the first link or button. */
const OPENS = [/^edit\b/i, /^(open|view|show|details|reply)\b/i, /./]

const rowsIn = (screen: Element): HTMLElement[] =>
  [...screen.querySelectorAll<HTMLElement>(ROWS)].filter(
    row => !row.parentElement?.closest(ROWS) && !row.closest(OWN_KEYS) && row.checkVisibility(),
  )

export function openerIn(row: Element): HTMLElement | undefined {
  const controls = [...row.querySelectorAll<HTMLElement>('a[href], button:not([disabled])')]
  for (const name of OPENS) {
    const found = controls.find(control => name.test(nameOf(control)))
    if (found) return found
  }
  return undefined
}

/** The place after a step; the first step goes to the first row, from below to the last one. */
export function stepped(at: number, step: 1 | -1, count: number): number {
  if (at < 0) return step > 0 ? 0 : count - 1
  return Math.max(0, Math.min(count - 1, at + step))
}

/**
 * The cursor over the rows of a screen: j and k move it, x chooses its row, Shift X the rows from the last chosen one on, e opens the editor
 * or the details. The row has the focus, so screen readers read it and Tab goes on from it. It works on the document, because one
 * implementation serves every list, however it draws its rows.
 * @param screenId the element with the rows.
 */
export function useRowKeys(screenId: string): void {
  useEffect(() => {
    let last = -1
    let list: Element | null = null
    let anchor: HTMLElement | undefined
    function press(event: KeyboardEvent) {
      const key = event.key.toLowerCase()
      const screen = document.getElementById(screenId)
      if (!'jkxe'.includes(key) || key.length > 1 || event.defaultPrevented || !screen || !isShortcut(event)) return
      const rows = rowsIn(screen)
      const focused = document.activeElement?.closest<HTMLElement>(ROWS)
      const at = focused ? rows.findIndex(row => row.contains(focused)) : -1
      const current = rows[at]
      if (key === 'j' || key === 'k') {
        // A row that is gone, deleted or filtered, leaves the cursor at its place. Another list begins at its near end.
        const from = at >= 0 || !list?.isConnected ? at : Math.min(last, rows.length - 1)
        last = stepped(from, key === 'j' ? 1 : -1, rows.length)
        list = rows[last]?.parentElement ?? null
        moveTo(screen, rows[last])
        event.preventDefault()
      } else if (current && key === 'x') {
        chooseRows(rows, event.shiftKey && anchor ? rows.indexOf(anchor) : at, at)
        anchor = current
        event.preventDefault()
      } else if (current && key === 'e') {
        openerIn(current)?.click()
        event.preventDefault()
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [screenId])
}

function moveTo(screen: Element, row: HTMLElement | undefined): void {
  for (const before of screen.querySelectorAll(`[${CURSOR}]`)) {
    before.removeAttribute(CURSOR)
    before.removeAttribute('aria-current')
  }
  if (!row) return
  row.setAttribute(CURSOR, '')
  row.setAttribute('aria-current', 'true')
  row.tabIndex = -1
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
}

/** Switches the box of one row, or gives all rows of a range the new state of the last one. */
function chooseRows(rows: readonly HTMLElement[], from: number, to: number): void {
  const boxOf = (row: HTMLElement | undefined) => row?.querySelector<HTMLInputElement>(BOX)
  const isRange = from >= 0 && from !== to
  const isChosen = isRange ? Boolean(boxOf(rows[from])?.checked) : !boxOf(rows[to])?.checked
  for (const row of rows.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1)) {
    const box = boxOf(row)
    if (box && box.checked !== isChosen) box.click()
  }
}
