import { classNames } from '../class-names.ts'

/** Outlines on a 24 px grid with one stroke width. `IconName` lists the keys. */
const OUTLINES = {
  cart: 'M2.5 4h3l2.2 11.5h10.6L20.5 7H6.2M9 20h.01M17 20h.01',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5v-1l2.5-4h10l2.5 4v1',
  menu: 'M3.5 6.5h17M3.5 12h17M3.5 17.5h17',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5l5 5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'arrow-right': 'M4 12h16M14 6l6 6-6 6',
  check: 'M4.5 12.5l5 5 10-11',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7v5.5l3.5 2',
  calendar: 'M4 5.5h16v15H4zM4 10h16M8.5 3v4.5M15.5 3v4.5',
  truck:
    'M2.5 6h12v10.5h-12zM14.5 9.5h4l3 3.5v3.5h-7M7 19.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5zM17.5 19.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5z',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 7.5-7.5 9.5-4.5-2-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5',
  star: 'M12 3.5l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z',
  heart: 'M12 20.5L4 12.5a5 5 0 0 1 8-6 5 5 0 0 1 8 6z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
  filter: 'M3.5 6h17M6.5 12h11M10 18h4',
  sort: 'M8 4.5v15M8 4.5l-3.5 4M8 4.5l3.5 4M16 19.5v-15M16 19.5l-3.5-4M16 19.5l3.5-4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  monitor: 'M3 4.5h18v11.5H3zM8.5 20h7M12 16v4',
  home: 'M3.5 11.5L12 4l8.5 7.5M6 9.5v11h12v-11M10 20.5v-6h4v6',
  store: 'M4 10v10.5h16V10M3 9.5l2-6h14l2 6zM9.5 20.5V14h5v6.5',
  gift: 'M3.5 8h17v4h-17zM5 12v8.5h14V12M12 8v12.5M12 8C8 8 7 6.5 7.5 5s3.5-1.5 4.5 3zM12 8c4 0 5-1.5 4.5-3s-3.5-1.5-4.5 3z',
  copy: 'M8.5 8.5h12v12h-12zM15.5 8.5v-5h-12v12h5',
  external: 'M13.5 4h6.5v6.5M20 4l-9.5 9.5M17.5 14v6H4V6.5h6',
  warning: 'M12 4l9.5 16.5h-19zM12 10v5M12 17.8h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5.5M12 7.8h.01',
  eye: 'M2 12c2.5-4.5 6-6.5 10-6.5s7.5 2 10 6.5c-2.5 4.5-6 6.5-10 6.5S4.5 16.5 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  'eye-off':
    'M4 4l16 16M9.5 5.8C15 4.6 19.5 7 22 12c-.8 1.5-1.8 2.8-3 3.9M15.5 17.9C9.5 19.6 4.7 17.3 2 12c1-1.9 2.3-3.4 3.9-4.5M10 10a3 3 0 0 0 4 4',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  upload: 'M12 16V4M7 9l5-5 5 5M4 15.5v5h16v-5',
  download: 'M12 4v12M7 11l5 5 5-5M4 15.5v5h16v-5',
  box: 'M4 8l8-4.5L20 8v8.5L12 21l-8-4.5zM4 8l8 4.5L20 8M12 12.5V21',
  undo: 'M8.5 5L4 9.5 8.5 14M4 9.5h10.5a5 5 0 0 1 0 10H9',
  edit: 'M4 20h4L20 8l-4-4L4 16zM13.5 6.5l4 4',
  logout: 'M14 4H4.5v16H14M9.5 12h11M16 7.5l4.5 4.5-4.5 4.5',
  dice: 'M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01',
  ticket: 'M3 6.5h18v4a1.75 1.75 0 0 0 0 3.5v4H3v-4a1.75 1.75 0 0 0 0-3.5zM14 6.5v11.5',
  mail: 'M3 5.5h18v13.5H3zM3.5 6l8.5 7 8.5-7',
  crop: 'M7 2.5V17h14.5M2.5 7H17v14.5',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
} as const

export type IconName = keyof typeof OUTLINES

/** All icon names, for the gallery. */
export const ICON_NAMES = Object.keys(OUTLINES) as IconName[]

type IconProps = { name: IconName /** Edge in px. */; size?: 16 | 20 | 24 | 32; className?: string }

/** A decorative outline in the colour of the adjacent text; the caller provides the words. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 20 ? 1.5 : 1.75}
      strokeLinecap="square"
      className={classNames('shrink-0', className)}
    >
      <path d={OUTLINES[name]} />
    </svg>
  )
}
