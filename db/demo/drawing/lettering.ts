/**
 * The wordmark's letters, drawn as straight strokes with cut corners like the fort itself. Drawn, not set in a font, so that
 * the picture comes out the same on every machine.
 */

/** Strokes of each letter in a box 60 wide and 100 high, as SVG path data. */
const STROKES: Readonly<Record<string, { width: number; path: string }>> = {
  B: { width: 60, path: 'M0 0H46L60 14V36L46 50L60 64V86L46 100H0ZM0 50H46' },
  D: { width: 60, path: 'M0 0H44L60 16V84L44 100H0Z' },
  E: { width: 52, path: 'M52 0H0V100H52M0 50H44' },
  H: { width: 60, path: 'M0 -7V107M60 -7V107M0 50H60' },
  I: { width: 0, path: 'M0 -7V107' },
  L: { width: 48, path: 'M0 -7V100H52' },
  N: { width: 60, path: 'M0 107V-7M60 107V-7M0 4L60 96' },
  O: { width: 60, path: 'M14 0H46L60 14V86L46 100H14L0 86V14Z' },
  R: { width: 60, path: 'M0 107V0H46L60 14V40L46 54H0M30 54L57 92V107' },
  T: { width: 60, path: 'M-4 0H64M30 0V107' },
  U: { width: 60, path: 'M0 -7V86L14 100H46L60 86V-7' },
}
const STROKE = 14
const SPACE = 46

/**
 * Draws a line of capitals as an SVG group.
 *
 * @param text letters of REDOUBT and HOLD THE LINE only; any other throws
 * @param box left edge, top edge and height of the capitals, and the gap between letters in hundredths of that height
 */
export function letters(
  text: string,
  box: { x: number; y: number; height: number; gap: number; weight?: number },
  colour: string,
): string {
  let pen = 0
  const drawn = [...text].map(letter => {
    if (letter === ' ') {
      pen += SPACE
      return ''
    }
    const stroke = STROKES[letter]
    if (!stroke) throw new Error(`The wordmark has no letter ${letter}`)
    const at = pen
    pen += stroke.width + STROKE + box.gap
    return `<path transform="translate(${at} 0)" d="${stroke.path}"/>`
  })
  return (
    `<g transform="translate(${box.x} ${box.y}) scale(${box.height / 114}) translate(7 7)" fill="none" ` +
    `stroke="${colour}" stroke-width="${box.weight ?? STROKE}" stroke-linejoin="miter">${drawn.join('')}</g>`
  )
}
