import { MAX_KEY_NAME_LENGTH, OWNER_KEY_SCOPES, type NewApiKeyBody } from '@atalaia/contracts/api-keys'
import { Icon, TextField } from '@atalaia/ui'
import { useId, useState } from 'react'
import { AuthForm, formText } from '../frame/auth-form.tsx'
import type { RequestState } from '../store.ts'
import { KEY_SCOPE_WORDS } from './key-words.ts'

/** Lacks the proof of the person. */
export type KeyWish = Omit<NewApiKeyBody, 'senha'>

type NewKeyFormProps = {
  readonly state: RequestState
  readonly focused: boolean
  readonly onWish: (wish: KeyWish) => void
}

export const NewKeyForm = ({ state, focused, onWish }: NewKeyFormProps) => {
  const [errors, setErrors] = useState<{ readonly name?: string; readonly scopes?: string }>({})
  const submit = (form: HTMLFormElement) => {
    const [nome, typed] = [formText(form, 'nome').trim(), formText(form, 'so')]
    const permissoes = OWNER_KEY_SCOPES.filter((scope) => new FormData(form).has(scope))
    const wrong = {
      ...(nome === '' && { name: 'Informe um nome.' }),
      ...(permissoes.length === 0 && { scopes: 'Escolha o que a chave pode fazer.' }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) {
      form.querySelector<HTMLElement>(wrong.name ? '[name=nome]' : '[type=checkbox]')?.focus()
      return
    }
    onWish({ nome, permissoes, so: typed.split(/[\s,;]+/).filter((text) => text !== '') })
  }
  return (
    <AuthForm state={state} submitLabel="Criar chave" onSubmit={submit} focused={focused}>
      <TextField
        label="Nome"
        name="nome"
        autoComplete="off"
        maxLength={MAX_KEY_NAME_LENGTH}
        hint="Do sistema que vai usá-la, como SIEM."
        error={errors.name}
      />
      <ScopesField error={errors.scopes} />
      <TextField
        label="Só estes domínios ou endereços (opcional)"
        name="so"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Como acme.com ou ana@acme.com, separados por vírgula. Sem nada aqui, a chave vale para todos os da organização."
      />
    </AuthForm>
  )
}

const ScopesField = ({ error }: { readonly error: string | undefined }) => {
  const id = useId()
  return (
    <fieldset className="ui-field auth-key-scopes" aria-describedby={error && `${id}-error`}>
      <legend className="form-label">O que ela pode fazer</legend>
      {OWNER_KEY_SCOPES.map((scope) => (
        <label key={scope} className="auth-key-scope">
          <input type="checkbox" name={scope} aria-describedby={`${id}-${scope}`} />
          <span>
            {KEY_SCOPE_WORDS[scope].label}
            <span className="form-text" id={`${id}-${scope}`}>
              {KEY_SCOPE_WORDS[scope].hint}
            </span>
          </span>
        </label>
      ))}
      <p className="ui-field__error" id={`${id}-error`} aria-live="polite">
        {error && (
          <>
            <Icon name="alert-circle" /> <span>{error}</span>
          </>
        )}
      </p>
    </fieldset>
  )
}
