import type { CanaryVerdict } from '@atalaia/artifact/rows'
import { DataTable, formatNumber, Icon, VisuallyHidden, type IconName } from '@atalaia/ui'
import { MEASURE_TEXT, percentText, phaseText, verdictStatusText, verdictText } from '../texts.ts'

const ICONS: Readonly<Record<CanaryVerdict['status'], IconName>> = {
  worse: 'alert-circle',
  unclear: 'alert-triangle',
  fine: 'check-circle',
  unknown: 'info',
}

/**
 * Compares canary and stable version: sentence, figures with intervals, failures by phase
 * (M-CONSOLE-5).
 */
export const VerdictView = ({ verdict }: { readonly verdict: CanaryVerdict }) => {
  const { canary, stable, phases, status, measures = [] } = verdict
  const most = Math.max(canary.high, stable.high, 0.01)
  return (
    <div className="console-verdict">
      <p className={`console-sentence console-sentence--${status}`}>
        <Icon name={ICONS[status]} size={20} />
        <span>{verdictText(verdict)}</span>
      </p>
      {/* The figures change every few seconds: what they come to is announced, and only when it changes. */}
      <div role="status">
        <VisuallyHidden>{verdictStatusText(status)}</VisuallyHidden>
      </div>
      <dl className="console-rates">
        <Rate label={`Canário ${canary.version}`} rate={canary} most={most} />
        <Rate label={`Estável ${stable.version}`} rate={stable} most={most} />
      </dl>
      {phases.length > 0 && (
        <Compared
          caption="Falhas por fase"
          title="Fase"
          rows={phases.map(({ phase, ...row }) => ({
            name: phaseText(phase),
            canary: formatNumber(row.canary),
            stable: formatNumber(row.stable),
          }))}
        />
      )}
      {measures.length > 0 && (
        <Compared
          caption="Navegadores com medida ruim"
          title="Medida"
          rows={measures.map(({ metric, ...row }) => ({
            name: MEASURE_TEXT[metric],
            canary: rangeText(row.canary),
            stable: rangeText(row.stable),
          }))}
        />
      )}
    </div>
  )
}

type ComparedProps = {
  readonly caption: string
  readonly title: string
  readonly rows: readonly Readonly<Record<'name' | 'canary' | 'stable', string>>[]
}

const figure = () => ({ className: 'ui-table__number' })

const Compared = ({ caption, title, rows }: ComparedProps) => (
  <DataTable
    className="console-table console-phases"
    caption={caption}
    rows={rows}
    keyOf={({ name }) => name}
    columns={[
      { key: 'name', title, isRowHeader: true, cell: ({ name }) => name },
      { key: 'canary', title: 'Canário', attributes: figure, cell: ({ canary }) => canary },
      { key: 'stable', title: 'Estável', attributes: figure, cell: ({ stable }) => stable },
    ]}
  />
)

const rangeText = ({ seen, failed, low, high }: CanaryVerdict['canary']): string =>
  seen === 0 ? '–' : `${percentText(failed / seen)} (${percentText(low)} a ${percentText(high)})`

type RateProps = { readonly label: string; readonly rate: CanaryVerdict['canary']; readonly most: number }

const Rate = ({ label, rate: { seen, failed, low, high }, most }: RateProps) => {
  const at = (share: number) => `${Math.min(100, (100 * share) / most)}%`
  return (
    <div className="console-rate">
      <dt>{label}</dt>
      <dd>
        <strong>{seen === 0 ? '–' : percentText(failed / seen)}</strong>{' '}
        <span className="ui-muted">
          entre {percentText(low)} e {percentText(high)}
        </span>
        <span className="console-rate__track" aria-hidden="true">
          <span className="console-rate__range" style={{ left: at(low), width: at(high - low) }} />
          {seen > 0 && <span className="console-rate__point" style={{ left: at(failed / seen) }} />}
        </span>
      </dd>
    </div>
  )
}
