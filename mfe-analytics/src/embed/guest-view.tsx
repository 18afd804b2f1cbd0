import type { RemoteContext, ThemeName } from '@atalaia/contracts'
import { RemoteProvider } from '@atalaia/react'
import { Alert, Button, ErrorState, Skeleton } from '@atalaia/ui'
import { Component, type ComponentType, type ReactNode } from 'react'
import type { ScreenProps } from '../screen/create-screen.tsx'
import type { DashboardPart } from '../screen/parts.ts'
import { wordsOf, type Problem } from './problem.ts'

/** What the element shows. */
export type View =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | {
      readonly kind: 'dashboard'
      /** Another one is another dashboard. */
      readonly id: number
      readonly context: RemoteContext
      readonly Screen: ComponentType<ScreenProps>
      readonly trouble?: Problem | undefined
    }

export type GuestViewProps = {
  readonly view: View
  readonly theme: ThemeName
  readonly parts: readonly DashboardPart[]
  readonly onRetry: () => void
  readonly onBroken: (error: unknown) => void
}

/** The themed element in the shadow root, and what stands in it. */
export const GuestView = ({ view, theme, parts, onRetry, onBroken }: GuestViewProps) => (
  <div className={`ui-theme ${theme}`} lang="pt-BR">
    <div className="atalaia">
      <Content view={view} parts={parts} onRetry={onRetry} onBroken={onBroken} />
    </div>
  </div>
)

const Content = ({ view, parts, onRetry, onBroken }: Omit<GuestViewProps, 'theme'>) => {
  if (view.kind === 'waiting') {
    return (
      <div aria-busy="true" aria-label="Carregando o painel">
        <Skeleton lines={4} />
      </div>
    )
  }
  if (view.kind === 'problem') return <ProblemState problem={view.problem} onRetry={onRetry} />
  const { id, context, Screen, trouble } = view
  return (
    <Boundary key={id} onBroken={onBroken}>
      <RemoteProvider context={context}>
        {trouble && <Trouble problem={trouble} />}
        <Screen parts={parts} titled={false} />
      </RemoteProvider>
    </Boundary>
  )
}

const ProblemState = ({ problem, onRetry }: { problem: Problem; onRetry: () => void }) => {
  const { title, text } = wordsOf(problem.code)
  return (
    <ErrorState title={title}>
      <p>{text}</p>
      <Button icon="refresh" onClick={onRetry}>
        Tentar de novo
      </Button>
    </ErrorState>
  )
}

/** Above what is known; each widget has its own way to load again. */
const Trouble = ({ problem }: { problem: Problem }) => {
  const { title, text } = wordsOf(problem.code)
  return (
    <div className="atalaia__trouble">
      <Alert kind="danger">
        <strong>{title}.</strong> {text}
      </Alert>
    </div>
  )
}

/** What throws while it renders goes no further than the element. */
class Boundary extends Component<{ readonly onBroken: (error: unknown) => void; readonly children: ReactNode }> {
  override state = { broken: false }
  static getDerivedStateFromError = () => ({ broken: true })
  override componentDidCatch(error: unknown): void {
    this.props.onBroken(error)
  }
  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
