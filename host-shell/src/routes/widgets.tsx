import type { RemoteContext } from '@atalaia/contracts'
import { RemoteError, type TableWidget } from '@atalaia/kernel'
import { RemoteProvider, SlotProvider } from '@atalaia/react'
import type { RouteObject } from '@atalaia/react/router'
import { ErrorState } from '@atalaia/ui'
import { Component, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { consoleLogger } from '../platform/logger.ts'
import { useShell } from '../platform/shell-context.ts'

type Entry = TableWidget<RouteObject>

/** The content of a remote's route object, whose lazy part is loaded. */
export const lazyPart = async (object: RouteObject): Promise<Pick<RouteObject, 'Component'>> =>
  typeof object.lazy === 'function' ? { ...object, ...(await object.lazy()) } : object

/** The widgets of other remotes in one slot of the page `page`, the key of a route (M-REMOTE-12). */
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

type Loaded = { readonly context: RemoteContext; readonly Content: ComponentType; readonly confirm: () => void }
type Outcome = { readonly ok: true; readonly loaded: Loaded } | { readonly ok: false; readonly thrown: unknown }

const open = async ({ remote, route }: Entry): Promise<Loaded> => {
  const { running, part, confirm } = await remote.open(route, lazyPart, { confirmed: 'by-caller' })
  if (!part.Component) throw new RemoteError(running.descriptor, 'module', `widget ${route.id} has no Component`)
  return { context: running.context, Content: part.Component, confirm }
}

/** A widget, once it is loaded. Throws what it failed with. */
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
  return outcome && <WidgetContent {...outcome.loaded} />
}

/** A widget has no slots. */
const noWidgets = () => null

const WidgetContent = ({ context, Content, confirm }: Loaded) => {
  useEffect(confirm, [confirm])
  return (
    <SlotProvider render={noWidgets}>
      <RemoteProvider context={context}>
        <Content />
      </RemoteProvider>
    </SlotProvider>
  )
}

type BoundaryProps = { readonly entry: Entry; readonly onRetry: () => void; readonly children: ReactNode }

/** Shows a panel in the place of a widget that failed; the page around it goes on (M-FAIL-1). */
class WidgetBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(thrown: unknown) {
    const { remote, route } = this.props.entry
    // What failed on the way up was logged by the kernel when it happened.
    if (thrown instanceof RemoteError && thrown.phase !== 'chunk') return
    if (!(thrown instanceof RemoteError)) remote.crashed(route, thrown)
    consoleLogger.error(RemoteError.of(thrown, remote.descriptor, 'render').message)
  }

  override render() {
    const { entry, onRetry, children } = this.props
    if (!this.state.failed) return children
    return <ErrorState title={`Não foi possível abrir ${entry.route.title}`} onRetry={onRetry} />
  }
}
