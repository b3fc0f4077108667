import type { MenuEntry } from '#kernel/storefront/menus.ts'

/** Widths of the window from which the header shows entries, and the rem that they have there beside the other parts. */
const STEPS = [
  { room: 19.5, entry: 'hidden lg:block', menu: 'lg:hidden', gap: 1.5 },
  { room: 22.5, entry: 'hidden xl:block', menu: 'xl:hidden', gap: 2 },
  { room: 27, entry: 'hidden min-[87rem]:block', menu: 'min-[87rem]:hidden', gap: 2 },
] as const

/** Rem of a letter in the header's label, its tracking included. Wide ones count for a font that the shop does not have. */
const letterWidth = (letter: string): number => {
  if (/[IJ1.,:;'’!| ]/.test(letter)) return 0.4
  if (/[MW%@&—]/.test(letter)) return 0.75
  return letter <= '\u024f' ? 0.56 : 1.15
}

const widthOf = ({ label }: MenuEntry): number =>
  [...label.toUpperCase()].reduce((sum, letter) => sum + letterWidth(letter), 0)

type Fitted = {
  /** Class of each entry: the window from which it stands in the header. */
  entries: readonly string[]
  /** Class of the button of the menu, which has all entries. */
  button: string
}

/**
 * Which entries stand in the header at which width, by their letters: the server knows no window, and a script would move what is painted.
 * Entries that never fit are in the menu alone.
 */
export function fitMenu(menu: readonly MenuEntry[]): Fitted {
  const steps = menu.map((_, at) =>
    STEPS.findIndex(
      ({ room, gap }) => menu.slice(0, at + 1).reduce((sum, entry) => sum + widthOf(entry) + gap, 0) <= room,
    ),
  )
  const last = steps.at(-1) ?? 0
  return {
    entries: steps.map(step => (step < 0 ? 'hidden' : STEPS[step]!.entry)),
    button: last < 0 ? '' : STEPS[last]!.menu,
  }
}
