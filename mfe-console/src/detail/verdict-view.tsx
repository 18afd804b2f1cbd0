import type { CanaryVerdict } from '@atalaia/artifact/rows'
import { formatNumber, Icon, VisuallyHidden, type IconName } from '@atalaia/ui'
import { MEASURE_TEXT, percentText, phaseText, verdictStatusText, verdictText } from '../texts.ts'

const ICONS: Readonly<Record<CanaryVerdict['status'], IconName>> = {
  worse: 'alert-circle',
  unclear: 'alert-triangle',
  fine: 'check-circle',
  unknown: 'info',
}

/**
 * The canary version beside the stable one: the sentence, each figure with its interval, and failures by phase
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
        <table className="ui-table console-table console-phases">
          <caption>Falhas por fase</caption>
          <thead>
            <tr>
              <th scope="col">Fase</th>
              <th scope="col">Canário</th>
              <th scope="col">Estável</th>
            </tr>
          </thead>
          <tbody>
            {phases.map((row) => (
              <tr key={row.phase}>
                <th scope="row">{phaseText(row.phase)}</th>
                <td className="ui-table__number">{formatNumber(row.canary)}</td>
                <td className="ui-table__number">{formatNumber(row.stable)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {measures.length > 0 && (
        <table className="ui-table console-table console-phases">
          <caption>Navegadores com medida ruim</caption>
          <thead>
            <tr>
              <th scope="col">Medida</th>
              <th scope="col">Canário</th>
              <th scope="col">Estável</th>
            </tr>
          </thead>
          <tbody>
            {measures.map((row) => (
              <tr key={row.metric}>
                <th scope="row">{MEASURE_TEXT[row.metric]}</th>
                <td className="ui-table__number">{rangeText(row.canary)}</td>
                <td className="ui-table__number">{rangeText(row.stable)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** A share with its interval. */
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
