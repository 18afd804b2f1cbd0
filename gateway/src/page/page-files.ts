import type { ReleaseRemote, ShellManifest } from '@atalaia/contracts'
import type { RouteMatch } from '../release/match-route.ts'
import { shellBase } from '../release/shell-base.ts'
import type { PageFile } from './tags.ts'

export const shellFile = (shell: ShellManifest, path: string): PageFile => ({
  url: shellBase + path,
  integrity: shell.files.find((file) => file.path === path)?.integrity,
})

/** The page's icon, when the shell brings one. */
export const iconUrl = (shell: ShellManifest): string | undefined => {
  const icon = shell.files.find(({ path }) => /^favicon\..*(svg|png|ico)$/.test(path))
  return icon && shellBase + icon.path
}

export const remoteFile = ({ baseUrl, descriptor }: ReleaseRemote, path: string): PageFile => ({
  url: baseUrl + path,
  integrity: descriptor.artifact.files.find((file) => file.path === path)?.integrity,
})

/** All that the page at `match` needs after the shell's entry, so that nothing is found out step by step. */
export const preloads = (shell: ShellManifest, match: RouteMatch | undefined): PageFile[] => {
  const remote = match && match.remote.override === undefined ? match.remote : undefined
  const shared = new Set(remote?.descriptor.artifact.shared.map(({ name }) => name))
  const ofShell = new Set([
    ...shell.preload,
    ...shell.shared.filter(({ name }) => shared.has(name)).flatMap(({ files }) => files),
    ...(remote?.descriptor.api ? shell.api : []),
  ])
  return [
    ...[...ofShell].map((path) => shellFile(shell, path)),
    ...(remote ? remotePaths(remote, match?.route.id ?? '').map((path) => remoteFile(remote, path)) : []),
  ]
}

const remotePaths = ({ descriptor: { artifact } }: ReleaseRemote, routeId: string): string[] => {
  // A remote that was not built lists nothing.
  if (artifact.files.length === 0) return []
  return [artifact.entry, ...(artifact.routeFiles[routeId] ?? [])]
}
