import { Alert, Button, TextField } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'

type NewKeyProps = { readonly name: string; readonly apiKey: string; readonly onKept: () => void }

/** P-KEY-2 */
export const NewKey = ({ name, apiKey, onKept }: NewKeyProps) => {
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  useEffect(() => place.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(apiKey)
      setSaid('Chave copiada.')
    } catch {
      // Without the right to write, or without TLS: the keys for copying work.
      field.current?.select()
      setSaid('O navegador não deixou copiar: a chave está selecionada.')
    }
  }
  return (
    <div ref={place} className="auth-new-key" tabIndex={-1} role="group" aria-label="Chave nova">
      <Alert kind="warning">
        Copie a chave agora: ela não aparece outra vez. Guarde-a como uma senha, porque quem a tem pode o que ela
        permite.
      </Alert>
      <TextField
        ref={field}
        label={`Chave ${name}`}
        readOnly
        value={apiKey}
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <div className="auth-row-actions">
        <Button variant="primary" onClick={() => void copy()}>
          Copiar
        </Button>
        <Button onClick={onKept}>Guardei a chave</Button>
      </div>
      <p className="ui-muted" role="status">
        {said}
      </p>
    </div>
  )
}
