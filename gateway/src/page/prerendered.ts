import { text } from 'node:stream/consumers'
import type { ShellManifest } from '@atalaia/contracts'
import type { ArtifactSource } from '../registry/storage/artifact-source.ts'
import type { RouteMatch } from '../release/match-route.ts'
import { escapeHtml } from './escape.ts'

/** A page that was rendered at build time, with its styles. */
export type Prerendered = {
  readonly html: string
  readonly head: string
  readonly styles: readonly { readonly path: string; readonly css: string }[]
}

export type Placeholders = { readonly brand: string; readonly origin: string }

/** What the build rendered for `match`; `undefined` when it rendered nothing, or that is gone. */
export const readPrerendered = async (
  artifacts: ArtifactSource,
  { remote, route }: RouteMatch,
  placeholders: Placeholders,
): Promise<Prerendered | undefined> => {
  const { name, version, artifact } = remote.descriptor
  const page = remote.override === undefined ? artifact.prerendered?.[route.id] : undefined
  if (!page) return undefined
  const read = async (path: string) => {
    const file = await artifacts.open({ name, version, path }, [])
    return file && text(file.stream)
  }
  const [html, head] = await Promise.all([read(page.html), page.head === undefined ? '' : read(page.head)])
  const paths = (artifact.routeFiles[route.id] ?? []).filter((path) => path.endsWith('.css'))
  const styles = await Promise.all(paths.map(async (path) => ({ path, css: (await read(path)) ?? '' })))
  if (html === undefined || head === undefined) return undefined
  const fill = filler(remote.baseUrl, placeholders)
  return { html: fill(html), head: fill(head), styles }
}

const filler =
  (baseUrl: string, { brand, origin }: Placeholders) =>
  (template: string): string =>
    fill(template, { BASE: baseUrl.replace(/\/$/, ''), BRAND: escapeHtml(brand), ORIGIN: escapeHtml(origin) })

/**
 * The shell's waiting page, which stands at a page with a session until the shell has started; empty when the shell
 * brings none.
 */
export const waitingPage = (shell: ShellManifest, { brand, title }: WaitingPage): string =>
  fill(shell.waitingPage ?? '', { BRAND: escapeHtml(brand), TITLE: escapeHtml(title) })

export type WaitingPage = { readonly brand: string; readonly title: string }

/** Replaces each placeholder `%NAME%` that has a value; the values are HTML. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/%([A-Z]+)%/g, (found, name: string) => values[name] ?? found)
