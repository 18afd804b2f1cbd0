import { GATEWAY_ADDRESSES, TIME_ZONE, type ReleaseRemote } from '@atalaia/contracts'
import { Button, Icon } from '@atalaia/ui'
import { useState } from 'react'
import { useShell } from '../platform/shell-context.ts'

/** Names the overridden remotes, and offers the reset (M-OVERRIDE-3). */
export const OverrideBanner = () => {
  const { release } = useShell()
  const overridden = release.remotes.filter(({ override }) => override !== undefined)
  if (overridden.length === 0) return null
  return (
    <section className="shell-notice shell-override" aria-label="Partes em teste" data-shown>
      <Icon name="alert-triangle" />
      <div className="shell-notice-text">
        <p>Em teste nesta página:</p>
        <ul>
          {overridden.map(({ descriptor: { name, version }, override }) => (
            <li key={name}>{`${name} ${version}, de ${override}`}</li>
          ))}
        </ul>
        {release.overridesUntil !== undefined && <p>{`Até ${timeOf(release.overridesUntil)}.`}</p>}
      </div>
      <OverrideReset remotes={overridden} />
    </section>
  )
}

const timeOf = (instant: string): string =>
  new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  }).format(new Date(instant))

/** Overrides that the gateway sets (`fixed`) have no button (M-OVERRIDE-4, M-OVERRIDE-5). */
export const OverrideReset = ({ remotes }: { readonly remotes: readonly ReleaseRemote[] }) =>
  remotes.every(({ fixed }) => fixed) ? <p>Definido no servidor: só lá se restaura.</p> : <RestoreButton />

const RestoreButton = () => {
  const { page } = useShell()
  const [status, setStatus] = useState<'idle' | 'busy' | 'failed'>('idle')
  const reset = async () => {
    setStatus('busy')
    const response = await page.fetch(GATEWAY_ADDRESSES.resetOverrides, { method: 'POST' }).catch(() => undefined)
    if (!response?.ok) return setStatus('failed')
    page.reload()
  }
  return (
    <>
      <Button variant="secondary" busy={status === 'busy'} busyLabel="Restaurando…" onClick={() => void reset()}>
        Restaurar
      </Button>
      {status === 'failed' && <p role="alert">Não foi possível restaurar. Tente novamente.</p>}
    </>
  )
}
