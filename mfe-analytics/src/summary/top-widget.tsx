import type { Ranked } from '@atalaia/contracts'
import { BarRow, Skeleton, UNKNOWN, Widget, type WidgetStatus } from '@atalaia/ui'
import type { ReactNode } from 'react'
import { useLanguage, useWidgetTitle } from '../language/use-language.ts'
import { AddressLink } from '../links/address-link.tsx'
import './summary.css'

export type TopWidgetProps = {
  readonly title: 'top.leaks' | 'top.passwords'
  readonly tone: 'leak' | 'password'
  readonly rows: readonly Ranked[] | null
  readonly idOf: (address: string) => string | undefined
  readonly status: WidgetStatus
  readonly nothing: ReactNode
  readonly onReload: () => void
}

/** The number that a row's link explains (P-ADDRESS-4). */
const EXPLAINED = { leak: 'vazamentos', password: 'senhas' } as const

/** Three addresses with the most, as bars relative to the first (P-DASH-5). */
export const TopWidget = ({ title, tone, rows, idOf, status, nothing, onReload }: TopWidgetProps) => (
  <Widget
    {...useWidgetTitle((t) => t(title))}
    status={status}
    skeleton={<Skeleton height={36} lines={3} />}
    onReload={onReload}
  >
    <Ranking rows={rows} tone={tone} idOf={idOf} nothing={nothing} />
  </Widget>
)

const Ranking = ({ rows, tone, idOf, nothing }: Pick<TopWidgetProps, 'rows' | 'tone' | 'idOf' | 'nothing'>) => {
  const { t } = useLanguage()
  if (!rows) return <p className="analytics-unknown">{UNKNOWN}</p>
  if (rows.length === 0) return nothing
  const max = Math.max(...rows.map(({ quantidade }) => quantidade))
  return (
    <ol className="ui-bar-list">
      {rows.map(({ quantidade, usuario, abertos: open, id = idOf(usuario) }) => (
        <BarRow
          key={usuario}
          label={usuario}
          value={quantidade}
          max={max}
          tone={tone}
          renderLabel={(label) => (
            <>
              <AddressLink id={id} explained={EXPLAINED[tone]}>
                {label}
              </AddressLink>
              {open !== undefined && (
                <span className="analytics-total__note analytics-total__note--open">
                  <AddressLink id={id} explained={EXPLAINED[tone]}>
                    {t('open', { open })}
                  </AddressLink>
                </span>
              )}
            </>
          )}
        />
      ))}
    </ol>
  )
}
