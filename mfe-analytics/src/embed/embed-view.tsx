import type { ANALYTICS_SLOTS, AnalyticsPart, ThemeName } from '@atalaia/contracts'
import { RemoteProvider } from '@atalaia/react'
import { Alert, Button, ErrorState, Skeleton } from '@atalaia/ui'
import { Component, useEffect, useRef, type ReactNode } from 'react'
import type { ChartMonths } from '../chart/period.ts'
import type { ViewStore } from '../state/view-store.ts'
import { contrastWarning } from './contrast.ts'
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
  readonly months: ChartMonths
  /** What a person has chosen to see of the dashboard. */
  readonly chosen: ViewStore
  readonly onRetry: () => void
  /** Called with what the dashboard throws while it renders. */
  readonly onError: (error: unknown) => void
  /** Called with what the portal's developers should know. */
  readonly onWarning: (warning: string) => void
}

/** The themed element in the shadow root, and its content. */
export const EmbedView = ({ theme, onWarning, ...content }: EmbedViewProps) => {
  const place = useRef<HTMLDivElement>(null)
  const isShown = content.view.kind === 'dashboard' && content.view.phase === 'ready'
  useEffect(() => {
    const warning = isShown && place.current ? contrastWarning(place.current, theme) : undefined
    if (warning !== undefined) onWarning(warning)
  }, [isShown, theme, onWarning])
  return (
    <div className={`ui-theme ${theme}`} lang="pt-BR">
      <div className="atalaia" ref={place}>
        <Content {...content} />
      </div>
    </div>
  )
}

type SlotName = (typeof ANALYTICS_SLOTS)[number]

/** The slot of each phase. A slot without a child of the portal shows what it holds; the last one never has a child. */
const SLOTS = { loading: 'loader', empty: 'error', ready: 'atalaia-own' } as const satisfies Record<
  Phase,
  SlotName | 'atalaia-own'
>

const Content = ({ view, parts, months, chosen, onRetry, onError }: Omit<EmbedViewProps, 'theme' | 'onWarning'>) => {
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
  const { canAdd, isLimited } = session.rights()
  return (
    <ErrorBoundary key={id} onError={onError}>
      <RemoteProvider context={session.context}>
        <slot name={SLOTS[phase]}>
          {problem && <FailedCall problem={problem} />}
          <session.Screen
            parts={canAdd ? parts : parts.filter((part) => part !== 'add')}
            months={months}
            view={chosen}
            invites={canAdd && !isLimited}
            titled={false}
          />
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
