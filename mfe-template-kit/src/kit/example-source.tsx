import { Button, Skeleton } from '@atalaia/ui'
import { useState } from 'react'
import { useLate } from '../use-late.ts'

type Copying = 'idle' | 'copied' | 'refused'

const labels: Readonly<Record<Copying, string>> = {
  idle: 'Copiar código',
  copied: 'Código copiado',
  refused: 'O navegador não deixou copiar',
}

type ExampleSourceProps = {
  readonly title: string
  readonly source: () => Promise<string>
  /** Heading, for a card with several codes. */
  readonly summary?: string
}

/** Collapsed at first; loads when opened (P-KIT-35). */
export const ExampleSource = ({ title, source, summary = 'Código' }: ExampleSourceProps) => {
  const { value: text, failed, start } = useLate(source)
  const [copying, setCopying] = useState<Copying>('idle')
  const copy = (code: string) =>
    navigator.clipboard.writeText(code).then(
      () => setCopying('copied'),
      () => setCopying('refused'),
    )
  return (
    <details
      className="kit-source"
      onToggle={({ currentTarget }) => currentTarget.open && text === undefined && start()}
    >
      <summary>{summary}</summary>
      {text !== undefined ? (
        <>
          <Button size="small" onClick={() => void copy(text)}>
            <span aria-live="polite">{labels[copying]}</span>
          </Button>
          {/* A long line scrolls, by keyboard too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} role="region" aria-label={`Código de ${title}`}>
            <code>{text}</code>
          </pre>
        </>
      ) : failed ? (
        <Button size="small" icon="refresh" onClick={start}>
          O código não carregou. Tentar de novo
        </Button>
      ) : (
        <Skeleton lines={4} />
      )}
    </details>
  )
}
