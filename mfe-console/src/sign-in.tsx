import { Button, Card, TextField } from '@atalaia/ui'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Gateway } from './gateway/create-gateway.ts'
import { messageOf } from './message-of.ts'

type SignInProps = {
  enter(key: string): Gateway
  onEntered(gateway: Gateway): void
  /** Whether the field takes the focus: the button that had it is gone. Default: false. */
  readonly focused?: boolean
}

/** Takes the key. It is held by this screen alone: no storage, no cookie, and a reload asks again (M-CONSOLE-2). */
export const SignIn = ({ enter, onEntered, focused = false }: SignInProps) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  const [state, setState] = useState({ busy: false, error: '' })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = new FormData(event.currentTarget).get('key')
    if (typeof key !== 'string' || key.trim() === '') return setState({ busy: false, error: 'Informe a chave.' })
    setState({ busy: true, error: '' })
    try {
      const gateway = enter(key.trim())
      await gateway.live()
      setState({ busy: false, error: '' })
      onEntered(gateway)
    } catch (error) {
      setState({ busy: false, error: messageOf(error) })
    }
  }
  return (
    <Card title="Entrar no console" className="console-sign-in">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          ref={field}
          label="Chave de publicação"
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          error={state.error}
          hint="A sua chave, ou a do seu remoto: a mesma da linha de comando. Ela fica só nesta tela: ao sair ou recarregar, é pedida de novo."
        />
        <Button variant="primary" type="submit" icon="key" busy={state.busy} busyLabel="Entrando…">
          Entrar
        </Button>
      </form>
    </Card>
  )
}
