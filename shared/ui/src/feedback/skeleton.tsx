import { cx } from '../cx.ts'

export interface SkeletonProps {
  /** CSS lengths; a number is px. Defaults: the container's width, and one line of text. */
  width?: number | string
  height?: number | string
  /** Number of text lines; the last one is shorter. Default: 1. */
  lines?: number
}

/** A placeholder of content that is loading. It is hidden from screen readers: its container says that it is busy. */
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
