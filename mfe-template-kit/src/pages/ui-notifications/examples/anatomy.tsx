import { ToastClose, ToastIcon } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'As partes, para quem tem avisos próprios'
export const wide = true

const kinds = [
  { type: 'success', text: 'Ícone de sucesso' },
  { type: 'info', text: 'Ícone de informação' },
  { type: 'warning', text: 'Ícone de atenção' },
  { type: 'error', text: 'Ícone de erro' },
] as const

export const Example = () => {
  const [closed, setClosed] = useState<readonly string[]>([])
  return (
    <ul className="kit-toast-parts">
      {kinds
        .filter(({ type }) => !closed.includes(type))
        .map(({ type, text }) => (
          <li key={type}>
            <ToastIcon type={type} /> <span>{text}</span>
            <ToastClose closeToast={() => setClosed([...closed, type])} />
          </li>
        ))}
      {closed.length === kinds.length && <li>Todas foram fechadas.</li>}
    </ul>
  )
}
