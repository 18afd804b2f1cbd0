import { Button, Card, TextField, useAction } from '@atalaia/ui'
import { useEffect, useRef, type FormEvent } from 'react'
import { answerOf, messageOf } from './gateway/answer-of.ts'
import type { Gateway } from './gateway/create-gateway.ts'

type SignInProps = {
  enter(key: string): Gateway
  onEntered(gateway: Gateway): void
  readonly focused?: boolean
}

/** Holds the key in this screen alone: no storage, no cookie (M-CONSOLE-2). */
export const SignIn = ({ enter, onEntered, focused = false }: SignInProps) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  const { isBusy, problem, run, fail } = useAction(messageOf)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = new FormData(event.currentTarget).get('key')
    if (typeof key !== 'string' || key.trim() === '') return fail('Informe a chave.')
    const entered = await run(() =>
      answerOf(async () => {
        const gateway = enter(key.trim())
        await gateway.live()
        return gateway
      }),
    )
    if (entered) onEntered(entered)
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
          error={problem}
          hint="A sua chave, ou a do seu remoto: a mesma da linha de comando. Ela fica só nesta tela: ao sair ou recarregar, é pedida de novo."
        />
        <Button variant="primary" type="submit" icon="key" busy={isBusy} busyLabel="Entrando…">
          Entrar
        </Button>
      </form>
    </Card>
  )
}
