import type { Release, ReleaseRemote } from '@atalaia/contracts'
import { descriptorText } from '../registry/storage/artifact.ts'
import { homePath, loginPath } from '../release/destination.ts'
import { matchRoute, type RouteMatch } from '../release/match-route.ts'

/**
 * The release as one page carries it: the files of the remote that it shows, and of those that the shell itself
 * leads to. All others come sealed, so that a page does not grow with the files of remotes that nobody opens. What is
 * for pages of others is in none.
 */
export const releaseForPage = (release: Release, shown: RouteMatch | undefined): Release => {
  const led = [loginPath, homePath].map((path) => matchRoute(release, path))
  const whole = new Set([shown, ...led].map((match) => match?.remote))
  return {
    ...release,
    remotes: release.remotes.map((remote) => (whole.has(remote) ? withoutEmbed(remote) : sealed(remote))),
  }
}

const withoutEmbed = (remote: ReleaseRemote): ReleaseRemote => {
  const { embed, ...artifact } = remote.descriptor.artifact
  return embed === undefined ? remote : { ...remote, descriptor: { ...remote.descriptor, artifact } }
}

const sealed = (remote: ReleaseRemote): ReleaseRemote => {
  const { descriptor, override } = remote
  // An override's descriptor is fetched anyway, from elsewhere; a remote that was not built has none to fetch.
  if (override !== undefined || descriptor.artifact.files.length === 0) return remote
  const { embed: _embed, ...rest } = descriptor.artifact
  const artifact = { ...rest, files: [], routeFiles: {} }
  return { ...remote, descriptor: { ...descriptor, artifact }, sealed: descriptorText(descriptor).integrity }
}
