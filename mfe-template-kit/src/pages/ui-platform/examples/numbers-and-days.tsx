import { dayOf, formatDate, formatNumber, formatRelativeDay, lazily, monthName } from '@atalaia/ui'

export const title = 'Números e dias'

const MOMENT = '2025-11-22T01:30:00Z'

/** The first use of Intl costs time: created once, on demand. */
const percent = lazily(() => new Intl.NumberFormat('pt-BR', { style: 'percent' }))

const rows = [
  ['formatNumber(1284)', formatNumber(1284)],
  ['formatNumber(undefined)', formatNumber(undefined)],
  [`formatDate('${MOMENT}')`, formatDate(MOMENT)],
  [`dayOf('${MOMENT}')`, dayOf(MOMENT)],
  ["monthName('2025-11')", monthName('2025-11')],
  ["formatRelativeDay('2025-11-20', now)", formatRelativeDay('2025-11-20', MOMENT)],
] as const

export const Example = () => (
  <>
    <dl className="kit-facts">
      {rows.map(([call, text]) => (
        <div key={call}>
          <dt>
            <code>{call}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>
          <code>percent().format(0.42)</code>
        </dt>
        <dd>{percent().format(0.42)}</dd>
      </div>
    </dl>
    <p className="kit-note">Um momento depois da meia-noite em Londres ainda é o dia anterior em São Paulo.</p>
  </>
)
