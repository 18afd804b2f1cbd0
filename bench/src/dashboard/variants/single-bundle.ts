/** In the place of host-shell's federation: every remote is part of the same bundle. */

const remotes: Readonly<Record<string, () => Promise<unknown>>> = {
  'mfe-analytics': () => import('@bench/analytics'),
  'mfe-auth': () => import('@bench/auth'),
  'mfe-landing': () => import('@bench/landing'),
  'mfe-template-kit': () => import('@bench/template-kit'),
}

const nameOf = (id: string) => (id.split('/', 1)[0] ?? '').replaceAll('_', '-')

export const federationInstance = () => ({
  registerPlugins: () => undefined,
  registerRemotes: () => undefined,
  loadRemote: (id: string) => remotes[nameOf(id)]?.() ?? Promise.reject(new Error(`no ${id}`)),
  shareScopeMap: {},
})
