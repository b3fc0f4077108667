import type { QrPath } from '#platform/values/qr-path.ts'
import { classNames } from '../class-names.ts'

type QrCodeProps = QrPath & { label: string; className?: string }

/** A QR code, black on white in every theme, as cameras need it. */
export const QrCode = ({ size, path, label, className }: QrCodeProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className={classNames('shrink-0 rounded-sm', className)}
  >
    <rect width={size} height={size} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
)
