import { Alert, Button } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../save-file.ts'

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly brand: string; readonly onKept: () => void }

/** Shown only once (P-FACTOR-4). */
export const RecoveryCodes = ({ codes, brand, onKept }: RecoveryCodesProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  useEffect(() => place.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setSaid('Códigos copiados.')
    } catch {
      setSaid('O navegador não deixou copiar: selecione os códigos, ou baixe o arquivo.')
    }
  }
  const save = () => {
    const text = `${brand}: códigos de recuperação. Cada um vale uma vez.\r\n\r\n${codes.join('\r\n')}\r\n`
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'codigos-de-recuperacao.txt')
    setSaid('Arquivo baixado.')
  }
  return (
    <div ref={place} className="factor-codes" tabIndex={-1} role="group" aria-label="Códigos de recuperação novos">
      <Alert kind="warning">
        Guarde estes códigos agora: eles não aparecem outra vez. Cada um abre a sua conta uma vez, sem aplicativo e sem
        chave de acesso.
      </Alert>
      <ol className="factor-codes__list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="factor-actions">
        <Button icon="file" onClick={() => void copy()}>
          Copiar
        </Button>
        <Button icon="download" onClick={save}>
          Baixar
        </Button>
        <Button variant="primary" onClick={onKept}>
          Guardei os códigos
        </Button>
      </div>
      <p className="ui-muted" role="status">
        {said}
      </p>
    </div>
  )
}
