import { inRange, type Descriptor } from '@atalaia/contracts'

/** A shared module of the page, and the version that each remote receives of it. */
export type ShareRow = {
  readonly name: string
  readonly versions: readonly string[]
  readonly wanted: readonly { readonly remote: string; readonly range: string; readonly resolved: string | undefined }[]
}

/** Resolves each shared module for each remote that asks for it: the newest version in its range, or `undefined`. */
export const resolveShares = (
  descriptors: readonly Descriptor[],
  shared: Readonly<Record<string, readonly string[]>>,
): ShareRow[] => {
  const names = new Set([
    ...Object.keys(shared),
    ...descriptors.flatMap(({ artifact }) => artifact.shared.map(({ name }) => name)),
  ])
  return [...names].toSorted().map((name) => {
    const versions = shared[name] ?? []
    const wanted = descriptors.flatMap(({ name: remote, artifact }) =>
      artifact.shared
        .filter((module) => module.name === name)
        .map(({ requiredVersion: range }) => ({
          remote,
          range,
          resolved: versions.findLast((version) => inRange(version, range)),
        })),
    )
    return { name, versions, wanted }
  })
}
