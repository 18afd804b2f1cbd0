import { Icon } from '@atalaia/ui'
import { useShell } from '../platform/shell-context.ts'
import { OverrideReset } from './override-reset.tsx'

/** Names what of this page is served from elsewhere, and takes it back. Nobody should take it for the real page. */
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
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(instant))
