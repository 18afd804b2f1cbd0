import type { Mount, RemoteRoute, SessionState } from '@atalaia/contracts'
import type { TableRoute } from '@atalaia/kernel'
import type { RouteObject } from '@atalaia/react/router'
import type { ComponentType } from 'react'
import type { Platform } from '../platform/shell-context.ts'

/** A component, or a mount function of any framework (M-REMOTE-14). */
export type Content = { readonly Component: ComponentType } | { readonly mount: Mount }

/** `undefined`: no screen. */
const loadContent = async (object: RouteObject): Promise<Content | undefined> => {
  const part = typeof object.lazy === 'function' ? { ...object, ...(await object.lazy()) } : object
  if (part.Component) return { Component: part.Component }
  return 'mount' in part && isMount(part.mount) ? { mount: part.mount } : undefined
}

const isMount = (value: unknown): value is Mount => typeof value === 'function'

export const NO_CONTENT = 'has neither Component nor mount'

type Part = Pick<TableRoute<RouteObject>, 'remote' | 'route'>

/** A route or a widget. Its screen confirms the version. */
export const openPart = ({ remote, route }: Part) => remote.open(route, loadContent, { confirmed: 'by-caller' })

export type Opening = ReturnType<typeof openPart>

export const isForbidden = ({ roles }: Pick<RemoteRoute, 'roles'>, session: SessionState): boolean =>
  roles !== undefined && !(session.status === 'active' && session.role !== undefined && roles.includes(session.role))

/** The opening of the route with this key, once. */
export type FirstOpening = (key: string) => Opening | undefined

type FirstPorts = Pick<Platform, 'kernel'> & { readonly session: Pick<Platform['session'], 'state'> }

/**
 * Opens the session's route at `path` before the shell's own screens have run (M-SPEED-34). The
 * router opens addresses with parameters, routes that the session may not see, and foreign code,
 * which waits for the person's yes (M-OVERRIDE-8).
 */
export const openFirst = ({ kernel, session }: FirstPorts, path: string): FirstOpening => {
  const entry = kernel.routes.find(({ route }) => route.path === path)
  const state = session.state()
  const isOpen = entry?.route.access === 'session' && state.status === 'active' && !isForbidden(entry.route, state)
  if (!isOpen || entry.remote.override !== undefined) return () => undefined
  let opening: Opening | undefined = openPart(entry)
  // The router's loader has the failure.
  opening.catch(() => {})
  return (key) => {
    if (key !== entry.key) return undefined
    const taken = opening
    opening = undefined
    return taken
  }
}
