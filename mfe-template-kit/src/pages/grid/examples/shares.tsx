import { Widget } from '@atalaia/ui'
import { shares } from '../samples.ts'
import { useRefresh } from '../use-refresh.ts'

export const title = 'Ações'

const price = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const change = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, signDisplay: 'always' })

export const Example = () => {
  const { content, status, refresh } = useRefresh(shares)
  return (
    <Widget title={title} status={status} onReload={refresh}>
      <dl className="kit-shares">
        {content.map((share) => (
          <div key={share.code}>
            <dt>{share.code}</dt>
            <dd>{price.format(share.price)}</dd>
            <dd className={share.change < 0 ? 'kit-shares__down' : 'kit-shares__up'}>{change.format(share.change)}%</dd>
          </div>
        ))}
      </dl>
    </Widget>
  )
}
