import { PREVIEW_HOURS } from '@atalaia/artifact/rows'
import { Alert, Button, Dialog, Skeleton, useLoaded } from '@atalaia/ui'
import { useRef, useState } from 'react'
import { answerOf } from '../gateway/answer-of.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { timeText } from '../texts.ts'

type PreviewLinkProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly version: string
  onClose(): void
}

/** Signed, temporary address of one version (M-CONSOLE-8). */
export const PreviewLink = ({ gateway, remote, version, onClose }: PreviewLinkProps) => {
  const { value, failure } = useLoaded(`${remote} ${version}`, () =>
    answerOf(() => gateway.preview(remote, version, PREVIEW_HOURS.usual * 60)),
  )
  const [said, setSaid] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value?.link ?? '')
      setSaid('Endereço copiado.')
    } catch {
      // Without permission the text is chosen, so that the keys for copying work.
      field.current?.select()
      setSaid('O navegador não deixou copiar: o endereço está selecionado.')
    }
  }
  return (
    <Dialog
      open
      title={`Prévia de ${remote} ${version}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Fechar</Button>
          {value && (
            <Button variant="primary" onClick={() => void copy()}>
              Copiar endereço
            </Button>
          )}
        </>
      }
    >
      {failure !== undefined && <Alert kind="danger">{failure.message}</Alert>}
      {failure === undefined && !value && <Skeleton height={40} />}
      {value && (
        <>
          <p>Quem abrir este endereço e concordar vê esta versão, e ninguém mais. Vale até {timeText(value.until)}.</p>
          <input
            className="form-control"
            aria-label="Endereço da prévia"
            ref={field}
            readOnly
            value={value.link}
            onFocus={({ target }) => target.select()}
          />
          <p role="status" className="ui-muted">
            {said}
          </p>
        </>
      )}
    </Dialog>
  )
}
