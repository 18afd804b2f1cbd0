import { mayDo, ROLE_LABELS, type OrganisationFacts } from '@atalaia/contracts'
import { Card, TextField } from '@atalaia/ui'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { AuthForm, formText } from '../frame/auth-form.tsx'

export type OrganisationPart = { readonly organisation: OrganisationFacts; readonly onChange: () => void }

export const NameCard = ({ organisation: { nome, papel }, onChange }: OrganisationPart) => {
  const { state, run } = useAction()
  const submit = async (form: HTMLFormElement) => {
    const name = formText(form, 'name').trim()
    if (name === '' || name === nome) return
    if (await run('organisation name', (http) => http.postJson('/organizacao/nome', { nome: name }, anyAnswer)))
      onChange()
  }
  return (
    <Card title={nome}>
      <p>
        O seu papel: <strong>{ROLE_LABELS[papel]}</strong>
      </p>
      {mayDo(papel, 'organisation:write') && (
        <AuthForm state={state} submitLabel="Salvar nome" onSubmit={(form) => void submit(form)} focused={false}>
          <TextField label="Nome da organização" name="name" defaultValue={nome} maxLength={80} />
        </AuthForm>
      )}
    </Card>
  )
}
