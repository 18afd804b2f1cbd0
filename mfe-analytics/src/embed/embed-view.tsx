import type { ANALYTICS_SLOTS, AnalyticsPart, ThemeName } from '@atalaia/contracts'
import { RemoteProvider } from '@atalaia/react'
import { Alert, Button, ErrorState, Skeleton } from '@atalaia/ui'
import { Component, type ReactNode } from 'react'
import { problemText, type Problem } from './problem.ts'
import type { EmbedSession, Phase } from './session.ts'

/** The state of an embed root. */
export type View =
  | { readonly kind: 'waiting' }
  /** No session: the problem takes the dashboard's place. */
  | { readonly kind: 'problem'; readonly problem: Problem }
  | {
      readonly kind: 'dashboard'
      /** Another id is another session: nothing of the rendered dashboard is kept. */
      readonly id: number
      readonly session: EmbedSession
      readonly phase: Phase
      /** A call failed; what is known stays. */
      readonly problem?: Problem | undefined
    }

export type EmbedViewProps = {
  readonly view: View
  readonly theme: ThemeName
  readonly parts: readonly AnalyticsPart[]
  readonly onRetry: () => void
  /** Called with what the dashboard throws while it renders. */
  readonly onError: (error: unknown) => void
}

/** The themed element in the shadow root, and its content. */
export const EmbedView = ({ theme, ...content }: EmbedViewProps) => (
  <div className={`ui-theme ${theme}`} lang="pt-BR">
    <div className="atalaia">
      <Content {...content} />
    </div>
  </div>
)

type SlotName = (typeof ANALYTICS_SLOTS)[number]

/** The slot of each phase. A slot without a child of the portal shows what it holds; the last one never has a child. */
const SLOTS = { loading: 'loader', empty: 'error', ready: 'atalaia-own' } as const satisfies Record<
  Phase,
  SlotName | 'atalaia-own'
>

const Content = ({ view, parts, onRetry, onError }: Omit<EmbedViewProps, 'theme'>) => {
  if (view.kind === 'waiting') {
    return (
      <slot name={SLOTS.loading}>
        <div aria-busy="true" aria-label="Carregando o painel">
          <Skeleton lines={4} />
        </div>
      </slot>
    )
  }
  if (view.kind === 'problem') {
    const { title, text } = problemText(view.problem.code)
    return (
      <slot name={SLOTS.empty}>
        <ErrorState title={title}>
          <p>{text}</p>
          <Button icon="refresh" onClick={onRetry}>
            Tentar de novo
          </Button>
        </ErrorState>
      </slot>
    )
  }
  const { id, session, phase, problem } = view
  return (
    <ErrorBoundary key={id} onError={onError}>
      <RemoteProvider context={session.context}>
        <slot name={SLOTS[phase]}>
          {problem && <FailedCall problem={problem} />}
          <session.Screen parts={parts} titled={false} />
        </slot>
      </RemoteProvider>
    </ErrorBoundary>
  )
}

/** Above what is known; each widget has its own button to load again. */
const FailedCall = ({ problem }: { problem: Problem }) => {
  const { title, text } = problemText(problem.code)
  return (
    <div className="atalaia__problem">
      <Alert kind="danger">
        <strong>{title}.</strong> {text}
      </Alert>
    </div>
  )
}

class ErrorBoundary extends Component<{ readonly onError: (error: unknown) => void; readonly children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
