import { Button } from '@atalaia/ui'
import { useState } from 'react'

type Copying = 'idle' | 'copied' | 'refused'

const labels: Readonly<Record<Copying, string>> = {
  idle: 'Copiar código',
  copied: 'Código copiado',
  refused: 'O navegador não deixou copiar',
}

type ExampleSourceProps = {
  readonly title: string
  readonly source: string
  /** The heading of this code, for a card with several. */
  readonly summary?: string
}

/** The example's code, collapsed at first, with a button that copies it. */
export const ExampleSource = ({ title, source, summary = 'Código' }: ExampleSourceProps) => {
  const [copying, setCopying] = useState<Copying>('idle')
  const copy = () =>
    navigator.clipboard.writeText(source).then(
      () => setCopying('copied'),
      () => setCopying('refused'),
    )
  return (
    <details className="kit-source">
      <summary>{summary}</summary>
      <Button size="small" onClick={() => void copy()}>
        <span aria-live="polite">{labels[copying]}</span>
      </Button>
      {/* A long line scrolls, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="region" aria-label={`Código de ${title}`}>
        <code>{source}</code>
      </pre>
    </details>
  )
}
