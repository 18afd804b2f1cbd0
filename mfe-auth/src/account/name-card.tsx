import { loginAnswerSchema, MAX_PERSON_NAME_LENGTH, type AccountFacts } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Card, Person, TextField } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { AuthForm, formText } from '../frame/auth-form.tsx'

/** The person's name, which the people of their organisations see (P-ACCOUNT-8). */
export const NameCard = ({ account: { email, nome = '' } }: { readonly account: AccountFacts }) => {
  const { bus } = useRemoteContext()
  const { state, run } = useAction()
  const [name, setName] = useState(nome)
  const submit = async (form: HTMLFormElement) => {
    const wanted = formText(form, 'nome').trim()
    const answer = await run('name', (http) => http.postJson('/conta/nome', { nome: wanted }, loginAnswerSchema))
    if (answer?.access_token === undefined) return
    setName(wanted)
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    bus.publish('toast:requested', { kind: 'success', text: wanted === '' ? 'Nome retirado.' : 'Nome salvo.' })
  }
  return (
    <Card title="Seu nome">
      <p>
        <Person name={name} email={email} />
      </p>
      <AuthForm state={state} submitLabel="Salvar nome" onSubmit={(form) => void submit(form)} focused={false}>
        <TextField
          label="Nome"
          name="nome"
          autoComplete="name"
          defaultValue={nome}
          maxLength={MAX_PERSON_NAME_LENGTH}
          hint="As pessoas da sua organização veem este nome ao lado do seu e-mail."
        />
      </AuthForm>
    </Card>
  )
}
