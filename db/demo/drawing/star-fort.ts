/** The brand's mark: the plan of a five-bastioned star fort, in straight lines only. The proportions are those stamped on the goods. */

type Point = readonly [x: number, y: number]

/** One bastion from its left neck to its right neck: [along the wall, out from the centre], in parts of the fort's radius. */
const BASTION: readonly Point[] = [
  [-0.19, 0.53],
  [-0.285, 0.64],
  [0, 1],
  [0.285, 0.64],
  [0.19, 0.53],
]
const KEEP_RADIUS = 0.235
const LINE_WIDTH = 0.085

/**
 * Draws the mark as an SVG group: the rampart as a line, the keep as a solid pentagon.
 *
 * @param centre x and y of the centre, and the radius to the bastions' tips, in the units of the SVG around it
 * @param colour any SVG paint
 */
export function starFort({ x, y, radius }: { x: number; y: number; radius: number }, colour: string): string {
  const rampart = corners().flatMap(angle => BASTION.map(([along, out]) => turn(along, -out, angle)))
  const keep = corners().map(angle => turn(0, -KEEP_RADIUS, angle))
  // The line is drawn centred on the plan, so the plan is drawn smaller by half of it and the tips stay inside the radius.
  const scale = radius * 0.93
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})">` +
    `<path d="${outline(rampart)}" fill="none" stroke="${colour}" stroke-width="${LINE_WIDTH}" stroke-linejoin="miter"/>` +
    `<path d="${outline(keep)}" fill="${colour}"/></g>`
  )
}

function corners(): number[] {
  return [0, 1, 2, 3, 4].map(corner => (corner * 2 * Math.PI) / 5)
}

function turn(x: number, y: number, angle: number): Point {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

function outline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(4)} ${y.toFixed(4)}`).join('L')}Z`
}
