import { SHELL_BASE, WAITING_ATTRIBUTE, type ShellManifest } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { ArtifactSource } from '../../registry/storage/artifact.ts'
import type { ShellSource } from '../../registry/storage/workspace.ts'
import type { Destination, RouteMatch } from '../destination.ts'
import type { InlineHashes } from '../headers.ts'
import type { CurrentRelease } from '../release.ts'
import { INSTALL_TAGS } from './app-manifest.ts'
import {
  attributes,
  blockingScriptTag,
  escapeHtml,
  fetchTag,
  fontTag,
  iconUrl,
  inlineScript,
  inlineStyle,
  preloadTag,
  renderDocument,
  scriptTag,
  startFailure,
  styleTag,
} from './html.ts'
import { criticalStyles, type Paint } from './critical-styles.ts'
import { elsewhereOf, indexAttributes, type RemotesIndexes } from './release-index.ts'
import {
  earlyCalls,
  filesBase,
  preloads,
  readPrerenderedFiles,
  readShell,
  releaseForPage,
  shellFile,
  valueOfRoute,
  type PrerenderedFiles,
} from './page-files.ts'

export type RenderedPage = InlineHashes & {
  readonly html: string
  /** Lacks prerendered HTML: the store of builds is away. Not cached. */
  readonly incomplete?: boolean
}

export type PageRequest = {
  readonly current: CurrentRelease
  readonly destination: Destination
  readonly origin: string
  readonly firstVisit: boolean
}

export type PageSources = {
  readonly artifacts: ArtifactSource
  readonly shell: ShellSource
  readonly indexes: RemotesIndexes
}

const NO_HASHES: InlineHashes = { styleHashes: [], scriptHashes: [] }

export const renderPage = async (request: PageRequest, sources: PageSources): Promise<RenderedPage> => {
  const { current, destination, origin } = request
  const { release, shell } = current
  const { brand } = release.config
  const match = destination.kind === 'remote' ? destination.match : undefined
  const read = match
    ? await readPrerendered(sources.artifacts, match, { brand, origin }).catch(() => 'away' as const)
    : ownPage(shell, destination, brand)
  const prerendered = read === 'away' ? undefined : read
  const readable = prerendered !== undefined && !prerendered.waits
  const elsewhere = elsewhereOf(current, destination, sources.indexes)
  const boot = await bootScript(shell, sources.shell, { ...earlyCalls(release, match), ...indexAttributes(elsewhere) })
  const waiting = match?.route.access === 'session' ? waitingPage(shell, { brand, title: match.route.title }) : ''
  // The waiting page reads in a fallback of the same measures: code and numbers go first (M-SPEED-7).
  const lateFont = prerendered?.waits ?? waiting !== ''
  const root = prerendered?.html ?? waiting
  const template = prerendered?.html ?? (waiting === '' ? '' : shell.waitingPage)
  const styles = await styleTags(request, sources.shell, { prerendered, template })
  // A prerendered page needs no script to be seen: styles, fonts and pictures go first.
  const priority = prerendered ? 'low' : undefined
  const title = match ? `${match.route.title} · ${brand}` : brand
  const inPage = releaseForPage(release, match, { elsewhere, restOf: sources.indexes.restOf(current) })
  const { rest } = inPage.remotes.find(({ descriptor }) => descriptor.name === match?.remote.descriptor.name) ?? {}
  const html = renderDocument({
    title,
    shell: shell.version,
    head: [
      ...iconTags(current),
      ...styles.head,
      ...(lateFont ? [] : shell.fonts.map((path) => fontTag(shellFile(shell, path)))),
      prerendered?.head || descriptionTag(match?.route.access === 'session' ? title : describe(brand)),
      ...shell.scripts.map((path) => scriptTag(shellFile(shell, path), priority ?? 'high')),
      ...preloads(release, shell, match)
        .filter(({ url }) => !styles.inlined.has(url))
        .map((file) => preloadTag(file, priority)),
      ...(rest ? [fetchTag(rest)] : []),
    ],
    boot: boot.tag,
    root,
    tail: styles.tail,
    lateFont,
    readable,
    release: inPage,
  })
  const failure = readable ? NO_HASHES : startFailure.hashes
  return {
    html,
    styleHashes: [...failure.styleHashes, ...styles.hashes],
    scriptHashes: [...failure.scriptHashes, ...boot.hashes],
    incomplete: read === 'away',
  }
}

/** The boot script alone: it removes the token before another file could learn it (M-GATEWAY-4). */
export const renderTokenPage = async (
  { release, shell }: CurrentRelease,
  sources: PageSources,
): Promise<RenderedPage> => {
  const boot = await bootScript(shell, sources.shell)
  const html = renderDocument({ title: release.config.brand, shell: shell.version, head: [], boot: boot.tag, root: '' })
  const { styleHashes, scriptHashes } = startFailure.hashes
  return { html, styleHashes, scriptHashes: [...scriptHashes, ...boot.hashes] }
}

/**
 * Inline: a file would delay the first paint (M-SPEED-3). A file that is unreadable or does not
 * match its hash is linked, so that the browser refuses it.
 */
const bootScript = async (shell: ShellManifest, source: ShellSource, data: Readonly<Record<string, string>> = {}) => {
  const file = shellFile(shell, shell.boot)
  const script = await readShell(shell, source, shell.boot).catch(() => undefined)
  if (script === undefined || integrityOf(script) !== file.integrity)
    return { tag: blockingScriptTag(file, data), hashes: [] }
  const { tag, hash } = inlineScript(script, data)
  return { tag, hashes: [hash] }
}

type Painted = {
  readonly prerendered: Prerendered | undefined
  /** HTML of the first paint. Empty: nothing is painted before the shell starts. */
  readonly template: string | undefined
}

/**
 * Styles before and after the content. A first visit paints with the rules that its content needs,
 * and loads the whole stylesheet after them (M-SPEED-3). Styles of a prerendered route are inline
 * (M-SPEED-1).
 */
const styleTags = async (
  { current: { shell }, origin, firstVisit }: PageRequest,
  source: ShellSource,
  { prerendered, template }: Painted,
) => {
  const linked = shell.styles.map((path) => styleTag(shellFile(shell, path)))
  const styles = (prerendered?.styles ?? []).map(({ css }) => css)
  const critical = firstVisit && template ? await readCritical(shell, source, { html: template, styles }) : undefined
  const ofRoute = (prerendered?.styles ?? []).map(({ path, css }) => {
    const base = prerendered?.base ?? ''
    return { path: base + path, ...inlineStyle({ css, base, url: new URL(base + path, origin).href }) }
  })
  const inline = [...(critical ?? []), ...ofRoute]
  return {
    head: [...(critical ? [] : linked), ...inline.map(({ tag }) => tag)],
    tail: critical ? linked : [],
    hashes: inline.map(({ hash }) => hash),
    inlined: new Set(ofRoute.map(({ path }) => path)),
  }
}

/** `undefined` when a stylesheet is unreadable or no CSS: it is linked instead. */
const readCritical = async (shell: ShellManifest, source: ShellSource, paint: Paint) => {
  const read = await Promise.all(shell.styles.map((path) => readShell(shell, source, path))).catch(() => undefined)
  if (!read) return undefined
  const critical = await Promise.all(read.map((css) => criticalStyles(css, paint))).catch(() => undefined)
  return critical?.map((css) => inlineStyle({ css, base: SHELL_BASE }))
}

const descriptionTag = (content: string): string => `<meta${attributes({ name: 'description', content })}>`

const describe = (brand: string): string =>
  `${brand}: acompanhe os e-mails da sua organização em vazamentos de credenciais.`

const iconTags = ({ shell }: CurrentRelease): string[] => {
  const href = iconUrl(shell)
  return [...(href === undefined ? [] : [`<link${attributes({ rel: 'icon', href })}>`]), ...INSTALL_TAGS]
}

type Prerendered = PrerenderedFiles & {
  readonly base: string
  /** True for a page that only waits for its code. */
  readonly waits: boolean
}

type Placeholders = { readonly brand: string; readonly origin: string }

/**
 * The HTML that the build rendered for `match` (M-RELEASE-10). `undefined` without one, or when a
 * file is missing. Rejects while the store of builds is away.
 */
const readPrerendered = async (
  artifacts: ArtifactSource,
  { remote, route }: RouteMatch,
  placeholders: Placeholders,
): Promise<Prerendered | undefined> => {
  const page =
    remote.override === undefined ? valueOfRoute(remote.descriptor.artifact.prerendered, route.id) : undefined
  const found = page && (await readPrerenderedFiles(artifacts, { remote, route }, page))
  if (!found) return undefined
  const { html, head, styles } = found
  const base = filesBase(remote)
  const fill = filler(base, placeholders)
  return { html: fill(html), head: fill(head), base, styles, waits: html.includes(`${WAITING_ATTRIBUTE}=`) }
}

/** `undefined`: the shell brings no such text. */
const ownPage = (shell: ShellManifest, { kind }: Destination, brand: string): Prerendered | undefined => {
  const { error, notFound } = shell.ownPages ?? {}
  const templates: Partial<Record<Destination['kind'], string | undefined>> = { error, unknown: notFound }
  const template = templates[kind]
  if (template === undefined) return undefined
  return { html: fill(template, { BRAND: escapeHtml(brand) }), head: '', base: SHELL_BASE, styles: [], waits: true }
}

const filler =
  (baseUrl: string, { brand, origin }: Placeholders) =>
  (template: string): string =>
    fill(template, { BASE: baseUrl.replace(/\/$/, ''), BRAND: escapeHtml(brand), ORIGIN: escapeHtml(origin) })

const waitingPage = (shell: ShellManifest, { brand, title }: WaitingPage): string =>
  fill(shell.waitingPage ?? '', { BRAND: escapeHtml(brand), TITLE: escapeHtml(title) })

type WaitingPage = { readonly brand: string; readonly title: string }

/** Replaces placeholders `%NAME%`. The values are HTML. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/%([A-Z]+)%/g, (found, name: string) => values[name] ?? found)
