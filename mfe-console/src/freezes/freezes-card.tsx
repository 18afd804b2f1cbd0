import type { Freeze } from '@atalaia/artifact/rows'
import { Alert, Button, Card, Skeleton, useLoaded } from '@atalaia/ui'
import { useState } from 'react'
import { Ask, type Question } from '../dialogs/ask.tsx'
import { answerOf, LOOK_EVERY_MS } from '../gateway/answer-of.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { freezeTimeText } from '../texts.ts'
import { FreezeDialog } from './freeze-dialog.tsx'

type FreezesCardProps = {
  readonly gateway: Gateway
  readonly remotes: readonly string[]
  readonly mayChange: boolean
  onChanged(): void
}

/** M-CONSOLE-13 */
export const FreezesCard = ({ gateway, remotes, mayChange, onChanged }: FreezesCardProps) => {
  const { value, failure, reload } = useLoaded('freezes', () => answerOf(gateway.freezes), {
    every: LOOK_EVERY_MS,
  })
  const [isAdding, setAdding] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const close = () => {
    setAdding(false)
    setQuestion(undefined)
  }
  const done = () => {
    close()
    reload()
    onChanged()
  }
  const end = ({ id, name }: Freeze) =>
    setQuestion({
      title: `Encerrar “${name}”?`,
      text: 'O congelamento acaba agora: promoções e distribuições que esperavam por ele seguem.',
      confirm: 'Encerrar',
      danger: true,
      reasoned: false,
      act: () => gateway.removeFreeze(id),
    })
  return (
    <Card title="Congelamentos">
      {failure && <Alert kind="warning">{failure.message}</Alert>}
      {!value && !failure && <Skeleton height={24} />}
      {value?.length === 0 && <p className="ui-muted">Nada está congelado, nem marcado.</p>}
      {value && value.length > 0 && (
        <ul className="console-rights" aria-label="Congelamentos">
          {value.map((freeze) => (
            <li key={freeze.id}>
              <span>
                <strong>{freeze.name}</strong>, {freeze.remote ?? 'todos os remotos'}: {freezeTimeText(freeze)}
                <span className="console-why">por {freeze.who}</span>
              </span>
              {mayChange && (
                <Button aria-label={`Encerrar ${freeze.name}`} onClick={() => end(freeze)}>
                  Encerrar
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div className="console-orders">
          <Button onClick={() => setAdding(true)}>Congelar promoções</Button>
        </div>
      )}
      {isAdding && <FreezeDialog {...{ gateway, remotes }} onClose={close} onDone={done} />}
      {question && <Ask question={question} onClose={close} onDone={done} />}
    </Card>
  )
}
