import './developer-panel.css'
import type { ActivationReport } from '@atalaia/contracts'
import { IconButton, useModal } from '@atalaia/ui'
import { useEffect, useId, useReducer, useRef } from 'react'
import { useShell } from '../platform/shell-context.ts'
import { RemoteTable } from './remote-table.tsx'
import { ShareTable } from './share-table.tsx'

export type DeveloperPanelProps = { readonly onClose: () => void }

export const DeveloperPanel = ({ onClose }: DeveloperPanelProps) => {
  const { kernel, release } = useShell()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [, changed] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    const ends = [kernel.subscribe(changed), ...[...kernel.remotes.values()].map((remote) => remote.subscribe(changed))]
    return () => ends.forEach((end) => end())
  }, [kernel])

  useModal(dialog)

  return (
    <dialog
      ref={dialog}
      className="shell-panel"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="shell-panel-head">
        <h2 id={titleId}>Painel de desenvolvimento</h2>
        <IconButton icon="x" label="Fechar painel" onClick={onClose} />
      </header>
      <p className="shell-panel-release">{`Release ${release.id}`}</p>
      <h3>Remotes</h3>
      <RemoteTable remotes={[...kernel.remotes.values()]} activations={kernel.activations} />
      <h3>Módulos compartilhados</h3>
      <ShareTable remotes={[...kernel.remotes.values()]} shared={kernel.shared()} />
      <h3>Falhas</h3>
      <FailureList activations={kernel.activations} />
    </dialog>
  )
}

const FailureList = ({ activations }: { activations: readonly ActivationReport[] }) => {
  const failures = activations.filter(({ outcome }) => outcome !== 'ready').toReversed()
  if (failures.length === 0) return <p>Nenhuma falha nesta página.</p>
  return (
    <ol className="shell-panel-failures">
      {failures.map(({ remote, version, phase, cause, fallback }, index) => (
        <li key={failures.length - index}>
          {`${remote} ${version}: ${phase}: ${cause}`}
          {fallback !== undefined && ` → ${fallback}`}
        </li>
      ))}
    </ol>
  )
}
