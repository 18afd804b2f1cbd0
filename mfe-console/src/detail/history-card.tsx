import type { Move, OrderName } from '@atalaia/artifact/rows'
import { Button, Card } from '@atalaia/ui'
import type { Live } from '../gateway/answers.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { moveText, reasonText, timeText, whoText } from '../texts.ts'
import { refusalText } from '../refusal-texts.ts'
import type { Question } from '../dialogs/ask.tsx'

type HistoryCardProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly channel: string
  readonly live: Live
  readonly moves: readonly Move[]
  may(order: OrderName): boolean
  ask(question: Question): void
}

const SHOWN = 30

export const HistoryCard = ({ gateway, remote, channel, live, may, moves, ask }: HistoryCardProps) => {
  const pointer = live.pointers.find((one) => one.remote === remote && one.channel === channel)
  const current = pointer?.candidate ?? pointer?.version
  const rollback = () =>
    ask({
      title: `Voltar de ${current ?? ''}?`,
      text: 'A última promoção é desfeita: no próximo carregamento todos recebem a versão de antes.',
      confirm: 'Voltar',
      danger: true,
      act: ({ why }) => gateway.rollback(remote, { channel, why }),
    })
  return (
    <Card title="Histórico">
      {current && may('rollback') && (
        <div className="console-orders">
          <Button icon="restore" onClick={rollback}>
            Voltar a última promoção
          </Button>
        </div>
      )}
      {moves.length === 0 && <p className="ui-muted">Nada foi promovido ainda.</p>}
      <ol className="console-acts">
        {moves.slice(0, SHOWN).map((move) => (
          <li key={move.id}>
            <time dateTime={move.at}>{timeText(move.at)}</time> <strong>{moveText(move)}</strong> por{' '}
            {whoText(move.who)}
            {move.channel !== channel && ` no canal ${move.channel}`}
            {move.why !== null && <span className="console-why">{reasonText(move.why, move.who)}</span>}
            {move.overruled.length > 0 && (
              <span className="console-why">Apesar de: {move.overruled.map(refusalText).join('; ')}</span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
