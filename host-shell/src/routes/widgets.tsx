import { RemoteError, tracePage, type TableWidget } from '@atalaia/kernel'
import type { RouteObject } from '@atalaia/react/router'
import { ErrorState } from '@atalaia/ui'
import { Component, useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { consoleLogger } from '../platform/logger.ts'
import { useShell } from '../platform/shell-context.ts'
import { NO_CONTENT, openPart } from './open-part.ts'
import { Screen } from './screen.tsx'

type Entry = TableWidget<RouteObject>

/** `page`: route key (M-REMOTE-12). */
export const Widgets = ({ page, slot }: { page: string; slot: string }) =>
  useShell()
    .kernel.widgets.filter((entry) => entry.page === page && entry.slot === slot)
    .map((entry) => <Widget key={entry.key} entry={entry} />)

const Widget = ({ entry }: { entry: Entry }) => {
  // Another attempt is another widget, so that the boundary does not remember the failure.
  const [attempt, setAttempt] = useState(0)
  return (
    <WidgetBoundary key={attempt} entry={entry} onRetry={() => setAttempt(attempt + 1)}>
      <LoadedWidget entry={entry} />
    </WidgetBoundary>
  )
}

type Loaded = Omit<ComponentProps<typeof Screen>, 'renderSlot'>
type Outcome = { readonly ok: true; readonly loaded: Loaded } | { readonly ok: false; readonly thrown: unknown }

const open = async ({ remote, route }: Entry): Promise<Loaded> => {
  const { running, part, confirm } = await openPart({ remote, route })
  if (!part) throw new RemoteError(running.descriptor, 'module', `widget ${route.id} ${NO_CONTENT}`)
  return { content: part, context: running.context, path: route.path, confirm }
}

const LoadedWidget = ({ entry }: { entry: Entry }) => {
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    let left = false
    const show = (reached: Outcome) => {
      if (!left) setOutcome(reached)
    }
    open(entry).then(
      (loaded) => show({ ok: true, loaded }),
      (thrown: unknown) => show({ ok: false, thrown }),
    )
    return () => {
      left = true
    }
  }, [entry])
  if (outcome?.ok === false) throw outcome.thrown
  return outcome && <Screen {...outcome.loaded} renderSlot={noWidgets} />
}

const noWidgets = () => null

type BoundaryProps = { readonly entry: Entry; readonly onRetry: () => void; readonly children: ReactNode }

type BoundaryState = { readonly status: 'ok' | 'replacing' | 'failed' }

/**
 * Shows a panel; the page survives (M-FAIL-1). After a rendering error, waits for the fallback
 * version and reopens (M-FALLBACK-12).
 */
class WidgetBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { status: 'ok' }

  static getDerivedStateFromError = (thrown: unknown): BoundaryState => ({
    status: thrown instanceof RemoteError ? 'failed' : 'replacing',
  })

  override componentDidCatch(thrown: unknown) {
    const { entry, onRetry } = this.props
    const { remote, route } = entry
    // What failed on the way up was logged by the kernel when it happened.
    if (thrown instanceof RemoteError && thrown.phase !== 'chunk') return
    consoleLogger.error(RemoteError.of(thrown, remote.descriptor, 'render').message)
    if (thrown instanceof RemoteError) return
    void remote.crashed(route, thrown).then((replaced) => {
      if (replaced) onRetry()
      else this.setState({ status: 'failed' })
    })
  }

  override render() {
    const { entry, onRetry, children } = this.props
    if (this.state.status === 'ok') return children
    if (this.state.status === 'replacing') return null
    return <ErrorState title={`Não foi possível abrir ${entry.route.title}`} onRetry={onRetry} code={tracePage()} />
  }
}
