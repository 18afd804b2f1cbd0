import { cx } from '../cx.ts'

export interface SkeletonProps {
  /** CSS lengths; numbers are px. Defaults: the container's width, one line. */
  width?: number | string
  height?: number | string
  /** The last line is shorter. Default: 1. */
  lines?: number
}

/** Loading placeholder, hidden from screen readers: its container is busy. */
export const Skeleton = ({ width, height, lines = 1 }: SkeletonProps) => (
  <span className="ui-skeleton" aria-hidden="true" style={{ width }}>
    {Array.from({ length: lines }, (_, line) => (
      <span
        key={line}
        className={cx('ui-skeleton__line', lines > 1 && line === lines - 1 && 'ui-skeleton__line--last')}
        style={{ height }}
      />
    ))}
  </span>
)
