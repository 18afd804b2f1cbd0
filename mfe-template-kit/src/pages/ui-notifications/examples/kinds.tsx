import type { ToastKind } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Button } from '@atalaia/ui'

export const title = 'Tipos'
export const wide = true

const toasts: readonly { kind: ToastKind; label: string; text: string }[] = [
  { kind: 'success', label: 'Sucesso', text: 'Relatório gerado.' },
  { kind: 'info', label: 'Informação', text: 'A análise de hoje começou.' },
  { kind: 'warning', label: 'Atenção', text: 'Uma fonte está demorando mais que o normal.' },
  { kind: 'error', label: 'Erro', text: 'Não foi possível ler a fonte.' },
]

export const Example = () => {
  const { bus } = useRemoteContext()
  return (
    <div className="kit-row">
      {toasts.map(({ kind, label, text }) => (
        <Button key={kind} onClick={() => bus.publish('toast:requested', { kind, text })}>
          {label}
        </Button>
      ))}
    </div>
  )
}
