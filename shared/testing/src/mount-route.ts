import type { Mount, MountModule, MountRoute, RemoteContext } from '@atalaia/contracts'
import { basenameOf } from '@atalaia/kernel'
import type { RoutePlace } from './render-route.tsx'

export type MountedRoute = {
  readonly place: HTMLElement
  /** Empty elements for widgets, by slot. */
  readonly slots: ReadonlyMap<string, HTMLElement>
  /** Errors that ended the screen. The shell would show its panel for the first. */
  readonly failures: readonly unknown[]
  address(): string
  goTo(address: string): void
  leave(): void
}

/**
 * Activates a remote and mounts a route's screen like the shell (M-REMOTE-14). `at`: default `path`
 * without `*`. Rejects with errors of `mount`. Language: `pt-BR`.
 */
export const mountRoute = async (
  remote: MountModule,
  context: RemoteContext,
  { id, path, at = path.replace(/\/\*$/, '') }: RoutePlace,
): Promise<MountedRoute> => {
  const route = (await remote.activate(context)).find((candidate) => candidate.id === id)
  if (!route) throw new Error(`${context.remote.name} gave back no route ${id}`)
  const mount = await mountOf(route)
  const listeners = new Set<(address: string) => void>()
  const failures: unknown[] = []
  const slots = new Map<string, HTMLElement>()
  let shown = at
  const goTo = (address: string) => {
    if (address === shown) return
    shown = address
    for (const listener of listeners) listener(address)
  }
  const navigation = {
    basename: basenameOf(path, at),
    current: () => shown,
    navigate: goTo,
    subscribe: (listener: (address: string) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const place = document.createElement('div')
  document.body.append(place)
  const fail = (thrown: unknown) => void failures.push(thrown)
  const slot = (name: string, element: HTMLElement) => {
    slots.set(name, element)
    return () => void slots.delete(name)
  }
  const mounted = await mount(place, { ...context, navigation, locale: 'pt-BR', fail, slot })
  const leave = () => {
    listeners.clear()
    slots.clear()
    mounted.unmount()
    place.remove()
  }
  return { place, slots, failures, address: () => shown, goTo, leave }
}

const mountOf = async (route: MountRoute): Promise<Mount> =>
  'mount' in route ? route.mount : (await route.lazy()).mount
