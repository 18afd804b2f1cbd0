import { inRange, type Descriptor } from '@atalaia/contracts'

export type ShareRow = {
  readonly name: string
  readonly versions: readonly string[]
  readonly wanted: readonly { readonly remote: string; readonly range: string; readonly resolved: string | undefined }[]
}

/** The newest version in each range, or `undefined`. */
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
