import { Button, Dialog, ScrollBox } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com texto que rola'

const terms = [
  'O endereço monitorado pertence à organização.',
  'Quem o monitora tem autorização de quem o usa.',
  'As fontes são lidas uma vez por dia, e o resultado é guardado por doze meses.',
  'Senhas aparecem mascaradas; só quem tem a permissão as revela, e cada vez fica registrada.',
  'O relatório é para uso interno, e não substitui uma perícia.',
  'Um endereço que sai do monitoramento é apagado com o seu histórico em até trinta dias.',
  'Avisos seguem para as pessoas que a organização indica.',
]

export const Example = () => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <div className="kit-row">
        <Button icon="file" onClick={() => setOpen(true)}>
          Ver as condições
        </Button>
      </div>
      <Dialog
        open={open}
        title="Condições"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Voltar</Button>
            <Button variant="primary" onClick={close}>
              Aceitar
            </Button>
          </>
        }
      >
        <ScrollBox className="kit-terms" label="Texto das condições">
          <ol>
            {terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ol>
        </ScrollBox>
      </Dialog>
    </>
  )
}
