import type { Mount, MountModule, MountRoute, RemoteContext } from '@atalaia/contracts'
import { basenameOf } from '@atalaia/kernel'
import type { RoutePlace } from './render-route.tsx'

/** A screen that has mounted itself, and the page around it. */
export type MountedRoute = {
  /** The element of the screen, in the document's body. */
  readonly place: HTMLElement
  /** The elements in which the screen shows widgets of other remotes, by the name of the slot. They stay empty. */
  readonly slots: ReadonlyMap<string, HTMLElement>
  /** The errors that the screen ended itself with. The shell would show its panel for the first. */
  readonly failures: readonly unknown[]
  /** The address that the page shows. */
  address(): string
  /** Shows another address, as the sidebar and the browser's Back do. */
  goTo(address: string): void
  /** Unmounts the screen, ends its subscriptions and removes its element, as the shell does when it is left. */
  leave(): void
}

/**
 * Activates a remote with `context` and mounts the screen of one of its routes, as the shell does (M-REMOTE-14). The address is
 * `at`, by default that of `path` without its `*`. Rejects with what `mount` throws or rejects with. Language: `pt-BR`.
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
