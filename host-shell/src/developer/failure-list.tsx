import type { ActivationReport } from '@atalaia/contracts'

/** What failed in this page, newest first. */
export const FailureList = ({ activations }: { activations: readonly ActivationReport[] }) => {
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
