import { Button, Dialog } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Em passos'

const steps = [
  'O endereço é confirmado por email.',
  'As fontes são lidas pela primeira vez.',
  'O painel mostra o resultado.',
]

export const Example = () => {
  const [step, setStep] = useState<number>()
  const at = step ?? 0
  const last = at === steps.length - 1
  const close = () => setStep(undefined)
  return (
    <>
      <div className="kit-row">
        <Button icon="info" onClick={() => setStep(0)}>
          Como funciona
        </Button>
      </div>
      <Dialog
        open={step !== undefined}
        title={`Passo ${at + 1} de ${steps.length}`}
        onClose={close}
        actions={
          <>
            <Button variant="ghost" onClick={at === 0 ? close : () => setStep(at - 1)}>
              {at === 0 ? 'Pular' : 'Passo anterior'}
            </Button>
            <Button variant="primary" onClick={last ? close : () => setStep(at + 1)}>
              {last ? 'Começar' : 'Passo seguinte'}
            </Button>
          </>
        }
      >
        <p aria-live="polite">{steps[at]}</p>
      </Dialog>
    </>
  )
}
