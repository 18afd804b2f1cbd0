import type { AnalyticsView } from '@atalaia/contracts'
import { createViewStore, FIRST_VIEW, type ViewStore } from '../state/view-store.ts'
import { cutFilter, readPlace, writePlace } from './place.ts'

export type ViewSyncOptions = {
  readonly filter: () => string | null
  readonly place: () => string | null
  /** Called with the view in which a person rests, if new to the portal. */
  readonly onViewChange: (view: AnalyticsView) => void
}

export type ViewSync = {
  readonly store: ViewStore
  /** Shows the portal's attributes; drops the person's choices (M-EMBED-33). */
  restart(): void
  /**
   * Takes over a set attribute, after all values set together. An echo of the last reported value
   * changes nothing: the person may have moved further.
   */
  take(name: keyof AnalyticsView): void
  dispose(): void
}

/** The portal learns of a view after this rest, not with each letter (M-EMBED-34). */
export const TELL_AFTER_MS = 300

export const createViewSync = ({ filter, place, onViewChange }: ViewSyncOptions): ViewSync => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let told: AnalyticsView | undefined
  let isDisposed = false
  const taken = new Set<keyof AnalyticsView>()

  const current = (): AnalyticsView => {
    const view = store.get()
    return { filter: cutFilter(view.filter), place: writePlace(view, { filtered: Boolean(filter()) }) }
  }
  let known: AnalyticsView

  const tell = () => {
    const now = current()
    if (now.place === known.place && now.filter === known.filter) return
    known = now
    told = now
    onViewChange(now)
  }
  const store = createViewStore(() => {
    clearTimeout(timer)
    timer = setTimeout(tell, TELL_AFTER_MS)
  })
  known = current()

  const show = (view: ReturnType<ViewStore['get']>) => {
    clearTimeout(timer)
    told = undefined
    store.show(view)
    known = current()
  }
  const restart = () => show(readPlace(place(), { ...FIRST_VIEW, filter: cutFilter(filter() ?? '') }))

  const carryOut = () => {
    const isNews = (name: keyof AnalyticsView, value: string | null) =>
      taken.has(name) && (value ?? '') !== told?.[name]
    const [isPlace, isFilter] = [isNews('place', place()), isNews('filter', filter())]
    taken.clear()
    if (isDisposed) return
    if (isPlace) restart()
    else if (isFilter) show({ ...store.get(), filter: cutFilter(filter() ?? ''), page: 1 })
  }

  return {
    store,
    restart,
    take: (name) => {
      if (taken.size === 0) queueMicrotask(carryOut)
      taken.add(name)
    },
    dispose: () => {
      isDisposed = true
      clearTimeout(timer)
    },
  }
}
