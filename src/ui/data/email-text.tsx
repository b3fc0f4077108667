import { classNames } from '../class-names.ts'

/**
 * An e-mail address in a row of a list: one line, cut off with an ellipsis where the column is narrow. Screen readers and the title have all of
 * it. On phones the address does not widen its table.
 */
export const EmailText = ({ children, className }: { children: string; className?: string }) => (
  <span
    title={children}
    className={classNames('block truncate max-sm:w-0 max-sm:min-w-[max(100%,9rem)] sm:max-w-72', className)}
  >
    {children}
  </span>
)
