import {
  EARLY_CALLS_ATTRIBUTES,
  HOME_ROUTE,
  PRODUCT_ROUTES,
  SHELL_BASE,
  slotsOf,
  type Descriptor,
  type Release,
  type ReleaseRemote,
  type ShellManifest,
} from '@atalaia/contracts'
import { descriptorText, isBuilt } from '../../registry/storage/artifact.ts'
import { matchRoute, type RouteMatch } from '../destination.ts'
import type { PageFile } from './html.ts'

export const shellFile = (shell: ShellManifest, path: string): PageFile => ({
  url: SHELL_BASE + path,
  integrity: shell.files.find((file) => file.path === path)?.integrity,
})

/** The address of the page's icon; `undefined` when the shell brings none. */
export const iconUrl = (shell: ShellManifest): string | undefined => {
  const icon = shell.files.find(({ path }) => /^favicon\..*(svg|png|ico)$/.test(path))
  return icon && SHELL_BASE + icon.path
}

/** Base address of a remote's files. */
export const filesBase = ({ baseUrl, filesUrl = baseUrl }: ReleaseRemote): string => filesUrl

export const remoteFile = (remote: ReleaseRemote, path: string): PageFile => ({
  url: filesBase(remote) + path,
  integrity: remote.descriptor.artifact.files.find((file) => file.path === path)?.integrity,
  ...(remote.descriptor.artifact.format === 'module' && /\.m?js$/.test(path) && { module: true }),
})

/** A part of a remote that a page shows: a route, or a widget. */
type Part = { readonly remote: ReleaseRemote; readonly id: string }

/** The parts of the page at `match`: its route, then the widgets in the route's slots, in the order of the release (M-REMOTE-12). */
const partsOf = ({ remotes }: Release, { remote, route }: RouteMatch): Part[] => {
  const slots = slotsOf(remote.descriptor.name, route)
  const widgets = remotes.flatMap((other): Part[] =>
    (other.descriptor.widgets ?? [])
      .filter(({ slot }) => slots.includes(slot))
      .map(({ id }) => ({ remote: other, id })),
  )
  return [{ remote, id: route.id }, ...widgets]
}

/** All files that the page at `match` needs after the shell's entry, so that the browser requests them at once. */
export const preloads = (release: Release, shell: ShellManifest, match: RouteMatch | undefined): PageFile[] => {
  const parts = (match ? partsOf(release, match) : []).filter(({ remote }) => remote.override === undefined)
  const descriptors = parts.map(({ remote }) => remote.descriptor)
  const shared = new Set(descriptors.flatMap(({ artifact }) => artifact.shared.map(({ name }) => name)))
  const ofShell = new Set([
    ...shell.preload,
    ...shell.shared.filter(({ name }) => shared.has(name)).flatMap(({ files }) => files),
    ...(descriptors.some(({ api }) => api) ? shell.api : []),
  ])
  const ofParts = parts.flatMap(({ remote, id }) => remotePaths(remote, id).map((path) => remoteFile(remote, path)))
  return [
    ...[...ofShell].map((path) => shellFile(shell, path)),
    // Several widgets of one remote have its entry in common.
    ...new Map(ofParts.map((file) => [file.url, file])).values(),
  ]
}

const remotePaths = ({ descriptor }: ReleaseRemote, routeId: string): string[] =>
  isBuilt(descriptor)
    ? [descriptor.artifact.entry, ...(valueOfRoute(descriptor.artifact.routeFiles, routeId) ?? [])]
    : []

/** The value of a route in a record by the ids of routes; an id may be the name of what all objects have. */
export const valueOfRoute = <Value>(
  byRoute: Readonly<Record<string, Value>> | undefined,
  id: string,
): Value | undefined => (byRoute !== undefined && Object.hasOwn(byRoute, id) ? byRoute[id] : undefined)

/**
 * Attributes of the boot script that name the calls of the page's first screen (M-SPEED-4). They carry the session's token:
 * there are none for a remote that may not have it, or for foreign code.
 */
export const earlyCalls = ({ config }: Release, match: RouteMatch | undefined): Readonly<Record<string, string>> => {
  if (!match || config.apiUrl === null) return {}
  const { remote, route } = match
  const { name, api, token } = remote.descriptor
  const granted = api && token && remote.trusted !== false && remote.override === undefined
  if (!granted || route.access !== 'session' || !route.calls?.length || !isBuilt(remote.descriptor)) return {}
  const addresses = route.calls.map((path) => `${config.apiUrl}${path}`)
  return { [EARLY_CALLS_ATTRIBUTES.addresses]: addresses.join(' '), [EARLY_CALLS_ATTRIBUTES.remote]: name }
}

/**
 * The release as one page carries it. The remotes that the page shows, and those of the pages to which the shell itself redirects,
 * are complete. All others are sealed, so that a page does not grow with the files of remotes that nobody opens. Embeds and
 * budgets are left out of all.
 */
export const releaseForPage = (release: Release, shown: RouteMatch | undefined): Release => {
  const led = [PRODUCT_ROUTES.login, HOME_ROUTE].map((path) => matchRoute(release, path))
  const parts = [shown, ...led].flatMap((match) => (match ? partsOf(release, match) : []))
  const whole = new Set(parts.map(({ remote }) => remote))
  return {
    ...release,
    remotes: release.remotes.map((remote) => (whole.has(remote) ? complete(remote) : sealed(remote))),
  }
}

const complete = (remote: ReleaseRemote): ReleaseRemote => ({ ...remote, descriptor: forPage(remote.descriptor) })

const forPage = ({ budget: _budget, ...descriptor }: Descriptor): Descriptor => {
  const { embed: _embed, ...artifact } = descriptor.artifact
  return { ...descriptor, artifact }
}

const sealed = (remote: ReleaseRemote): ReleaseRemote => {
  const { descriptor, override } = remote
  // The descriptor of an override is fetched anyway, from elsewhere; a remote that was not built has none to fetch.
  if (override !== undefined || !isBuilt(descriptor)) return remote
  const { artifact, ...facts } = forPage(descriptor)
  const light = { ...facts, artifact: { ...artifact, files: [], routeFiles: {} } }
  return { ...remote, descriptor: light, sealed: descriptorText(descriptor).integrity }
}
