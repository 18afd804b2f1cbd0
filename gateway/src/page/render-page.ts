import { text } from 'node:stream/consumers'
import type { ShellManifest } from '@atalaia/contracts'
import type { ArtifactSource } from '../registry/storage/artifact-source.ts'
import type { ShellSource } from '../registry/storage/workspace.ts'
import type { Destination } from '../release/destination.ts'
import type { CurrentRelease } from '../release/release-source.ts'
import { shellBase } from '../release/shell-base.ts'
import { renderDocument } from './document.ts'
import { inlineStyle } from './inline-style.ts'
import { releaseForPage } from './page-release.ts'
import { iconUrl, preloads, shellFile } from './page-files.ts'
import { readPrerendered, waitingPage, type Prerendered } from './prerendered.ts'
import { attributes, blockingScriptTag, fontTag, preloadTag, scriptTag, styleTag } from './tags.ts'

/** A page with the inline styles that its content security policy must allow. */
export type RenderedPage = {
  readonly html: string
  readonly styleHashes: readonly string[]
}

export type PageRequest = {
  readonly current: CurrentRelease
  readonly destination: Destination
  /** The address people use, without a trailing slash. */
  readonly origin: string
}

export type PageSources = { readonly artifacts: ArtifactSource; readonly shell: ShellSource }

/** The page for a destination: the release, the preloads of its route, and what was rendered at build time. */
export const renderPage = async (request: PageRequest, sources: PageSources): Promise<RenderedPage> => {
  const { current, destination, origin } = request
  const { release, shell } = current
  const { brand } = release.config
  const match = destination.kind === 'remote' ? destination.match : undefined
  const prerendered = match && (await readPrerendered(sources.artifacts, match, { brand, origin }))
  const styles = await styleTags(request, sources.shell, prerendered)
  // What is there already needs no script to be seen: styles, fonts and pictures go first.
  const priority = prerendered ? 'low' : undefined
  const html = renderDocument({
    title: match ? `${match.route.title} · ${brand}` : brand,
    head: [
      ...iconTags(current),
      ...styles.tags,
      ...shell.fonts.map((path) => fontTag(shellFile(shell, path))),
      prerendered?.head ?? descriptionTag(brand),
      ...preloads(shell, match)
        .filter(({ url }) => !styles.inlined.has(url))
        .map((file) => preloadTag(file, priority)),
      ...shell.scripts.map((path) => scriptTag(shellFile(shell, path), priority)),
    ],
    boot: bootTag(shell),
    root:
      prerendered?.html ??
      (match?.route.access === 'session' ? waitingPage(shell, { brand, title: match.route.title }) : ''),
    readable: prerendered !== undefined,
    release: releaseForPage(release, match),
  })
  return { html, styleHashes: styles.hashes }
}

/**
 * The page for an address that carries a login token: nothing but the boot script, which takes the token off the
 * address and goes on to the clean one, before any other file could learn the address.
 */
export const renderTokenPage = ({ release, shell }: CurrentRelease): RenderedPage => {
  const html = renderDocument({ title: release.config.brand, head: [], boot: bootTag(shell), root: '' })
  return { html, styleHashes: [] }
}

const bootTag = (shell: ShellManifest): string => blockingScriptTag(shellFile(shell, shell.boot))

/** Linked as a rule; in the page itself where the page can be seen without any script, so that it waits for nothing. */
const styleTags = async (
  { current: { shell }, destination, origin }: PageRequest,
  source: ShellSource,
  prerendered: Prerendered | undefined,
) => {
  if (!prerendered || destination.kind !== 'remote')
    return {
      tags: shell.styles.map((path) => styleTag(shellFile(shell, path))),
      hashes: [],
      inlined: new Set<string>(),
    }
  const { baseUrl } = destination.match.remote
  const ofShell = await Promise.all(
    shell.styles.map(async (path) => {
      const css = await readShell(source, path)
      return inlineStyle({ css, base: shellBase, url: shellBase + path })
    }),
  )
  const ofRoute = prerendered.styles.map(({ path, css }) =>
    inlineStyle({ css, base: baseUrl, url: new URL(baseUrl + path, origin).href }),
  )
  const styles = [...ofShell, ...ofRoute]
  return {
    tags: styles.map(({ tag }) => tag),
    hashes: styles.map(({ hash }) => hash),
    inlined: new Set(prerendered.styles.map(({ path }) => baseUrl + path)),
  }
}

const readShell = async (source: ShellSource, path: string): Promise<string> => {
  const file = await source.open(path, [])
  if (!file) throw new Error(`host-shell: ${path} is listed in shell.json and is not there`)
  const content = await text(file.stream)
  // It would end the element that it stands in.
  if (/<\/(script|style)/i.test(content)) throw new Error(`host-shell: ${path} cannot stand inside a page`)
  return content
}

/** For pages that say nothing of themselves before a script runs. */
const descriptionTag = (brand: string): string => {
  const content = `${brand}: acompanhe os e-mails da sua organização em vazamentos de credenciais.`
  return `<meta${attributes({ name: 'description', content })}>`
}

const iconTags = ({ shell }: CurrentRelease): string[] => {
  const href = iconUrl(shell)
  return href === undefined ? [] : [`<link${attributes({ rel: 'icon', href })}>`]
}
