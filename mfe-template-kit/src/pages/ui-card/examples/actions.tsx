import { Button, Card, useAction } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com ações'

export const Example = () => {
  const [answer, setAnswer] = useState('Lia Monteiro pediu acesso à organização.')
  const { isBusy, run } = useAction(() => 'O convite não foi respondido')
  const reply = (text: string) => run(async () => ({ ok: true, value: text })).then((told) => told && setAnswer(told))
  return (
    <Card title="Convite pendente">
      <p>{answer}</p>
      <div className="kit-row">
        <Button variant="primary" disabled={isBusy} onClick={() => reply('Lia Monteiro entrou na organização.')}>
          Aceitar
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={() => reply('O pedido foi recusado.')}>
          Recusar
        </Button>
      </div>
    </Card>
  )
}
