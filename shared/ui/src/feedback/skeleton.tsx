import { cx } from '../cx.ts'

export interface SkeletonProps {
  /** CSS lengths; a number is px. The width of what it stands in and one line of text unless told. */
  width?: number | string
  height?: number | string
  /** That many lines of text, the last one shorter. */
  lines?: number
}

/** The place of what is still loading, in its size. Silent: what holds it says that it is busy. */
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
