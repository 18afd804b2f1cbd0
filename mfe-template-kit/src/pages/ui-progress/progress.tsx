type ProgressProps = {
  readonly name: string
  /** In percent. */
  readonly now: number
  readonly tone?: 'success' | 'info' | 'warning' | 'danger'
  readonly labelled?: boolean
  readonly moving?: boolean
  /** As wide as its share of the row. */
  readonly stacked?: boolean
}

/** The named element has the role. */
export const Progress = ({ name, now, tone, labelled, moving, stacked }: ProgressProps) => {
  const width = `${now}%`
  const bar = [
    'progress-bar',
    tone && `bg-${tone}`,
    moving && 'progress-bar-striped',
    moving && now < 100 && 'progress-bar-animated',
  ]
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={name}
      aria-valuenow={now}
      aria-valuemin={0}
      aria-valuemax={100}
      style={stacked ? { width } : undefined}
    >
      <div className={bar.filter(Boolean).join(' ')} style={stacked ? undefined : { width }}>
        {labelled && width}
      </div>
    </div>
  )
}
