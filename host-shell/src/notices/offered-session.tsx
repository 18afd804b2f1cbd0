import type { User } from '@atalaia/contracts'
import { Button, Dialog } from '@atalaia/ui'
import { useEffect, useState } from 'react'
import { useSessionState, useShell } from '../platform/shell-context.ts'

const UNUSABLE = 'O endereço trazia um acesso que não é válido. Sua sessão continua.'
const EXPIRED = 'O acesso do endereço já venceu. Sua sessão continua.'

/**
 * Asks which session continues after an address brought another (P-SESSION-16). Escape and the
 * first button keep the running session.
 */
export const OfferedSession = () => {
  const { bus, offer } = useShell()
  const session = useSessionState()
  const [open, setOpen] = useState(offer?.status === 'another')

  useEffect(() => {
    if (offer?.status === 'unusable') bus.publish('toast:requested', { kind: 'warning', text: UNUSABLE })
  }, [bus, offer])

  // A session that has ended is not to be kept any more; the person signs in.
  if (offer?.status !== 'another' || session.status !== 'active') return null
  const close = () => setOpen(false)
  const change = () => {
    close()
    if (!offer.accept()) bus.publish('toast:requested', { kind: 'warning', text: EXPIRED })
  }
  return (
    <Dialog
      open={open}
      title="Trocar de sessão?"
      onClose={close}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Continuar como estou
          </Button>
          <Button onClick={change}>Trocar de sessão</Button>
        </>
      }
    >
      <p>{`Você está usando a sessão de ${nameOf(session.user)}.`}</p>
      <p>{`O endereço que você abriu traz outra sessão, que diz ser de ${nameOf(offer.user)}.`}</p>
      <p>Troque apenas se foi você quem pediu esse acesso: tudo o que fizer depois fica na outra conta.</p>
    </Dialog>
  )
}

/** Limits unverified text of a token. */
const MAX_NAME_CHARS = 80

const nameOf = ({ email, name }: User): string => {
  const text = email ?? name
  if (text === undefined) return 'uma pessoa sem nome'
  return text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text
}
