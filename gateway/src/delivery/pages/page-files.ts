import {
  allowsCall,
  askedScopes,
  EARLY_CALLS_ATTRIBUTES,
  HOME_ROUTE,
  PRODUCT_ROUTES,
  SHELL_BASE,
  slotsOf,
  type ArtifactFile,
  type Descriptor,
  type PrerenderedPage,
  type Release,
  type ReleaseIndex,
  type ReleaseRemote,
  type ShellManifest,
} from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { bufferOf, descriptorText, isBuilt, type ArtifactSource } from '../../registry/storage/artifact.ts'
import type { ShellSource } from '../../registry/storage/workspace.ts'
import { matchRoute, type RouteMatch } from '../destination.ts'
import type { PageFile } from './html.ts'

export const shellFile = (shell: ShellManifest, path: string): PageFile => ({
  url: SHELL_BASE + path,
  integrity: shell.files.find((file) => file.path === path)?.integrity,
})

/** Verified texts of shell files, by manifest. Pages of all canary combinations share them. */
const shellTexts = new WeakMap<ShellManifest, Map<string, string>>()

/** Rejects when the file is missing or could end its element. */
export const readShell = async (shell: ShellManifest, source: ShellSource, path: string): Promise<string> => {
  const texts = shellTexts.get(shell) ?? new Map<string, string>()
  shellTexts.set(shell, texts)
  const known = texts.get(path)
  if (known !== undefined) return known
  const file = await source.open(path, [])
  if (!file) throw new Error(`host-shell: ${path} is listed in shell.json and is not there`)
  const content = (await bufferOf(file)).toString()
  // It would end the element that it stands in.
  if (/<\/(script|style)/i.test(content)) throw new Error(`host-shell: ${path} cannot stand inside a page`)
  if (integrityOf(content) === shellFile(shell, path).integrity) texts.set(path, content)
  return content
}

export const filesBase = ({ baseUrl, filesUrl = baseUrl }: ReleaseRemote): string => filesUrl

export const remoteFile = (remote: ReleaseRemote, path: string): PageFile => {
  const { files, format, entry, container, runtime } = remote.descriptor.artifact
  const file = { url: filesBase(remote) + path, integrity: files.find((listed) => listed.path === path)?.integrity }
  if (!/\.m?js$/.test(path)) return file
  if (format === 'module') return { ...file, module: true }
  return runtime === 'own' && path !== entry ? { ...file, chunkOf: container } : file
}

/** A part of a remote that a page shows: a route, or a widget. */
type Part = { readonly remote: ReleaseRemote; readonly id: string }

/**
 * The route at `match`, then the widgets in its slots in the order of the release (M-REMOTE-12,
 * M-SPEED-9).
 */
const partsOf = ({ remotes }: Release, { remote, route }: RouteMatch): Part[] => {
  const slots = slotsOf(remote.descriptor.name, route)
  const widgets = remotes.flatMap((other): Part[] =>
    (other.descriptor.widgets ?? [])
      .filter(({ slot }) => slots.includes(slot))
      .map(({ id }) => ({ remote: other, id })),
  )
  return [{ remote, id: route.id }, ...widgets]
}

/** Files that the page needs after the shell's entry, for early requests (M-RELEASE-2, M-SPEED-2). */
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

const remotePaths = ({ descriptor }: ReleaseRemote, routeId: string): string[] => {
  const { entry, routeFiles } = descriptor.artifact
  return isBuilt(descriptor) ? [entry, ...(valueOfRoute(routeFiles, routeId) ?? [])] : []
}

/** Reads own properties alone: a route may have the name of an object's method. */
export const valueOfRoute = <Value>(
  byRoute: Readonly<Record<string, Value>> | undefined,
  id: string,
): Value | undefined => (byRoute !== undefined && Object.hasOwn(byRoute, id) ? byRoute[id] : undefined)

/**
 * Attributes that name the first calls of the page (M-SPEED-4). Empty for foreign code and for
 * remotes without the token.
 */
export const earlyCalls = ({ config }: Release, match: RouteMatch | undefined): Readonly<Record<string, string>> => {
  if (!match || config.apiUrl === null) return {}
  const { remote, route } = match
  const { name, api, token } = remote.descriptor
  const scopes = askedScopes(remote.descriptor)
  const granted = api && token && remote.trusted !== false && remote.override === undefined
  if (!granted || route.access !== 'session' || !route.calls?.length || !isBuilt(remote.descriptor)) return {}
  const allowed = route.calls.filter((path) => scopes === undefined || allowsCall(scopes, 'GET', path))
  if (allowed.length === 0) return {}
  const addresses = allowed.map((path) => `${config.apiUrl}${path}`).join(' ')
  return { [EARLY_CALLS_ATTRIBUTES.addresses]: addresses, [EARLY_CALLS_ATTRIBUTES.remote]: name }
}

/**
 * The release as one page carries it (M-RELEASE-1). Remotes of this page and of the shell's
 * redirects are complete. All remaining remotes are sealed, so that their files do not grow the
 * page (M-RELEASE-3). It drops fields that pages do not read. With `elsewhere`, the page keeps its
 * own remotes and its overrides; with `restOf`, hashes of its own routes alone (M-RELEASE-20).
 */
export const releaseForPage = (
  release: Release,
  shown: RouteMatch | undefined,
  { elsewhere, restOf }: { readonly elsewhere?: Elsewhere | undefined; readonly restOf?: RestOf | undefined } = {},
): Release => {
  const leads = shown?.route.access === 'session' ? [HOME_ROUTE] : [PRODUCT_ROUTES.login, HOME_ROUTE]
  const led = elsewhere ? [] : leads.map((path) => matchRoute(release, path))
  const parts = [shown, ...led].flatMap((match) => (match ? partsOf(release, match) : []))
  const whole = new Set(parts.map(({ remote }) => remote))
  const form = (remote: ReleaseRemote) => {
    const routes = parts.flatMap((part) => (part.remote === remote ? [part.id] : []))
    const formed = whole.has(remote) ? withoutRest(remote, routes, restOf) : sealed(remote)
    return release.config.showDemo === true ? formed : withoutDemo(formed)
  }
  const asker = { developer: release.developer === true, ownPage: shown === undefined }
  const shell = { ...release.shell, files: held(release.shell.files.filter(({ path }) => isAsked(path, asker))) }
  if (!elsewhere) return { ...release, shell, remotes: release.remotes.map(form) }
  const { index, asked, canaries } = elsewhere
  const isOwn = (remote: ReleaseRemote) =>
    whole.has(remote) || remote === asked?.remote || remote.override !== undefined
  const names = release.remotes.flatMap((remote) => (canaries.has(remote) ? [remote.descriptor.name] : []))
  return {
    ...release,
    shell,
    remotes: release.remotes.filter(isOwn).map(form),
    index: { ...index, ...(names.length > 0 && { canaries: names }) },
  }
}

/** Index of the remotes that a page leaves out (M-RELEASE-17). */
export type Elsewhere = {
  readonly index: Pick<ReleaseIndex, 'url' | 'integrity'>
  readonly asked: RouteMatch | undefined
  readonly canaries: ReadonlySet<ReleaseRemote>
}

/** Address of the whole descriptor of a remote. */
export type RestOf = (remote: ReleaseRemote) => ReleaseRemote['rest']

/** Fewer hashes are not worth a request. */
const FEW_FILES = 6

const withoutRest = (remote: ReleaseRemote, routes: readonly string[], restOf: RestOf | undefined): ReleaseRemote => {
  const whole = complete(remote)
  const { artifact } = whole.descriptor
  const own = routes.map((id) => [id, valueOfRoute(artifact.routeFiles, id) ?? []] as const)
  const isKept = (path: string) => path === artifact.entry || own.some(([, paths]) => paths.includes(path))
  const files = artifact.files.filter(({ path }) => isKept(path))
  const isWorth = artifact.files.length - files.length >= FEW_FILES && remote.override === undefined
  const rest = isWorth ? restOf?.(remote) : undefined
  const light = { ...whole.descriptor, artifact: { ...artifact, files, routeFiles: Object.fromEntries(own) } }
  return rest === undefined ? whole : { ...whole, descriptor: light, rest }
}

export const complete = (remote: ReleaseRemote): ReleaseRemote => ({
  ...remote,
  descriptor: forPage(remote.descriptor),
})

/** Drops fields that pages do not read, such as the budget and the embed (M-EMBED-17). */
const forPage = ({ budget: _budget, ...descriptor }: Descriptor): Descriptor => {
  const { embed: _embed, types: _types, prerendered: _prerendered, files, shared, ...artifact } = descriptor.artifact
  const modules = shared.map(({ exports: _exports, ...module }) => module)
  return { ...descriptor, artifact: { ...artifact, files: held(files), shared: modules } }
}

/** Drops sidebar entries that need the operator's setting (M-RELEASE-19). */
export const withoutDemo = ({ descriptor, ...remote }: ReleaseRemote): ReleaseRemote => ({
  ...remote,
  descriptor: { ...descriptor, sidebar: descriptor.sidebar.filter(({ demo }) => demo !== true) },
})

/** Files with a hash in the page. Pages skip pictures, fonts and all sizes. */
const held = (files: readonly ArtifactFile[]): ArtifactFile[] =>
  files.filter(({ path }) => /\.(m?js|css)$/.test(path)).map((file) => ({ ...file, bytes: 0 }))

type Asker = { readonly developer: boolean; readonly ownPage: boolean }

/**
 * True for shell files that a page may ask for later. The boot script, the developers' panel and
 * the gallery differ.
 */
const isAsked = (path: string, { developer, ownPage }: Asker): boolean =>
  !path.startsWith('boot.') &&
  (developer || !path.startsWith('developer-panel.')) &&
  (ownPage || !path.startsWith('gallery.'))

const seals = new WeakMap<ReleaseRemote, ReleaseRemote>()

/** Drops files and their names. Computed once per object. */
export const sealed = (remote: ReleaseRemote): ReleaseRemote => {
  const known = seals.get(remote) ?? seal(remote)
  seals.set(remote, known)
  return known
}

const seal = (remote: ReleaseRemote): ReleaseRemote => {
  const { descriptor, override } = remote
  // The descriptor of an override is fetched anyway, from elsewhere; a remote that was not built has none to fetch.
  if (override !== undefined || !isBuilt(descriptor)) return remote
  const { artifact, ...facts } = forPage(descriptor)
  // Only whole descriptors use both names. A word that the page has anyway costs no bytes.
  const light = { ...facts, artifact: { ...artifact, entry: 'react', container: 'react', files: [], routeFiles: {} } }
  return { ...remote, descriptor: light, sealed: descriptorText(descriptor).integrity }
}

/** The texts of a page that the build rendered, and its stylesheets. */
export type PrerenderedFiles = {
  readonly html: string
  readonly head: string
  readonly styles: readonly { readonly path: string; readonly css: string }[]
}

/** By remote, then by route. Releases with other canary versions share the remote. */
const prerenderedFiles = new WeakMap<ReleaseRemote, Map<string, PrerenderedFiles>>()

/** Reads them again only after a failure. */
export const readPrerenderedFiles = async (
  artifacts: ArtifactSource,
  { remote, route }: RouteMatch,
  page: PrerenderedPage,
): Promise<PrerenderedFiles | undefined> => {
  const ofRemote = prerenderedFiles.get(remote) ?? new Map<string, PrerenderedFiles>()
  prerenderedFiles.set(remote, ofRemote)
  const known = ofRemote.get(route.id)
  if (known) return known
  const { name, version, artifact } = remote.descriptor
  const read = async (path: string) => {
    const file = await artifacts.open({ name, version, path }, [])
    return file && (await bufferOf(file)).toString()
  }
  const [html, head] = await Promise.all([read(page.html), page.head === undefined ? '' : read(page.head)])
  const paths = (valueOfRoute(artifact.routeFiles, route.id) ?? []).filter((path) => path.endsWith('.css'))
  const styles = await Promise.all(paths.map(async (path) => ({ path, css: (await read(path)) ?? '' })))
  if (html === undefined || head === undefined) return undefined
  const files = { html, head, styles }
  ofRemote.set(route.id, files)
  return files
}
